/**
 * PDFs (tickets, receipts) are drawn once and kept under a hash of all that is printed. Every later call gets the same
 * file, and what has changed is drawn again (threat 35).
 */
import { perProcess, type App } from '#server/context.ts'
import { sha256 } from '#server/shared/crypto.ts'
import { count } from '#server/shared/counts.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '#server/shared/concurrency-limiter.ts'
import { deletePdf, insertPdf, isKept } from './store.ts'

export interface Pdf {
  readonly kind: 'tickets' | 'receipt'
  /** The person named on it; it is deleted with this account. */
  readonly ownerId: string
  /** Ids of what it is about; a newer PDF about the same takes its place. */
  readonly subjects: readonly string[]
  /** With tickets, that of each as it is printed: one that was handed over meanwhile leaves no PDF of its earlier holder. */
  readonly epochs?: readonly number[] | undefined
  /** All that is printed, and the version of how. */
  readonly printed: unknown
  readonly draw: () => Promise<Buffer>
  /** Asked before it is drawn for this caller, who may be refused; one that is kept is given out without it. */
  readonly mayDraw?: (() => Promise<void>) | undefined
}

/** A drawing takes the process some milliseconds whole: one after another, and never a long line of them. */
const MAX_WAITING = 100

interface Renderer {
  readonly limiter: ConcurrencyLimiter
  /** By key, while it is being drawn: as many as wait at the limiter. */
  readonly drawing: Map<string, Promise<Buffer>>
}

/**
 * The PDF's bytes. Callers that come together share one drawing, and a process draws one at a time. Throws Failure `busy`
 * (Retry-After 2) when a hundred other PDFs wait to be drawn. Never call it inside a transaction.
 */
export async function keepPdf(app: App, pdf: Pdf): Promise<Buffer> {
  const key = keyOf(pdf)
  const kept = await app.files.private.get(fileKey(key))
  if (kept) return kept
  const { limiter, drawing } = perProcess(app, 'papers.renderer', openRenderer)
  if (!drawing.has(key)) await pdf.mayDraw?.()
  // A caller who came meanwhile draws for this one too.
  const running = drawing.get(key)
  if (running) return running
  const made = limiter.run(() => drawAndKeep(app, key, pdf), { from: pdf.ownerId }).finally(() => drawing.delete(key))
  drawing.set(key, made)
  return made
}

/** Path of a PDF's file. */
export function fileKey(key: string): string {
  return `${key}.pdf`
}

function openRenderer(): Renderer {
  return { limiter: createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting: MAX_WAITING }), drawing: new Map() }
}

function keyOf({ kind, printed }: Pdf): string {
  return `${sha256(JSON.stringify([kind, printed])).toString('hex')}-${kind}`
}

async function drawAndKeep(app: App, key: string, { kind, ownerId, subjects, epochs, draw }: Pdf): Promise<Buffer> {
  const began = performance.now()
  const bytes = await draw()
  count('papers', { kind })
  count('paper_milliseconds', { kind }, performance.now() - began)
  // The row first: a crash leaves one that names no file, never a file that is not erased.
  const isWanted = await insertPdf(app, { key, kind, ownerId, subjects, epochs, sizeBytes: bytes.length })
  if (!isWanted) return bytes
  await app.files.private.put(fileKey(key), bytes)
  // Its owner left, or what it is about changed, while it was written.
  if (!(await isKept(app, key))) {
    await app.files.private.delete(fileKey(key))
    await deletePdf(app, key)
  }
  return bytes
}
