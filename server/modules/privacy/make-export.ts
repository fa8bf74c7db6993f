/** Makes the file of a person's data, and keeps it for a week. */
import { Readable, type PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { EXPORT_DAYS } from '#contract/privacy.ts'
import { inTransaction, type App } from '#server/context.ts'
import { printTicket } from '#server/modules/tickets/documents/print-ticket.ts'
import { exportFileKey } from './export-file.ts'
import { readme } from './export-readme.ts'
import { findExport } from './queries.ts'
import { filesOf, listPrintableTickets, readFile } from './queries-export.ts'
import { markProgress, markReady, markRunning } from './store.ts'

/** Progress is written when it has grown by so much. */
const PROGRESS_STEP = 5

/**
 * Writes the file as it reads: pages of rows and one PDF at a time are all that memory holds. A worker that dies leaves the
 * job to another, which begins anew under the same name.
 */
export async function makeExport(app: App, exportId: string): Promise<void> {
  const wanted = await findExport(app, exportId)
  if (!wanted || wanted.userState === 'deleted' || !(await markRunning(app, exportId))) return
  const { userId, name } = wanted
  const tickets = await listPrintableTickets(app, userId)
  const files = filesOf(app)
  const report = progress(app, exportId, files.length + tickets.length)
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough // which is what the library makes
  const add = (file: string, compress: boolean, parts: () => AsyncIterable<string | Buffer>) =>
    zip.addReadStreamLazy(file, { compress }, (give) => {
      const stream = Readable.from(parts(), { objectMode: false })
      // The file that is kept must fail with what is read into it: the library would leave it waiting for ever.
      stream.on('error', (error) => output.destroy(error))
      give(null, stream)
    })
  zip.addBuffer(Buffer.from(readme(name, app.clock.now(), files)), 'LEEME.txt')
  for (const [file, sections] of files) add(file, true, () => writeRows(readFile(app, userId, sections), report))
  for (const { id, number } of tickets) add(`entradas/${number}.pdf`, false, () => writeTicket(app, id, report))
  zip.end()
  const sizeBytes = await app.files.private.putStream(exportFileKey(exportId), output)
  await inTransaction(app, async (app) => {
    if (!(await markReady(app, exportId, sizeBytes, EXPORT_DAYS))) return
    await app.queue.enqueue(app, 'privacy.tell-export', { exportId })
  })
  // The account was closed meanwhile, or it was given up for dead.
  if ((await findExport(app, exportId))?.state !== 'ready') await app.files.private.delete(exportFileKey(exportId))
}

type Report = () => Promise<void>

/** Counts what is done. */
function progress(app: App, exportId: string, parts: number): Report {
  let done = 0
  let reported = 0
  return async () => {
    done += 1
    const percent = Math.min(99, Math.floor((done / Math.max(1, parts)) * 100))
    if (percent < reported + PROGRESS_STEP) return
    reported = percent
    await markProgress(app, exportId, percent)
  }
}

/** Rows as JSON, as they come. */
async function* writeRows(rows: AsyncIterable<object>, report: Report): AsyncGenerator<string> {
  yield '['
  let written = 0
  for await (const row of rows) {
    yield `${written > 0 ? ',' : ''}\n${JSON.stringify(row, null, 2)}`
    written += 1
  }
  yield '\n]\n'
  await report()
}

async function* writeTicket(app: App, ticketId: string, report: Report): AsyncGenerator<Buffer> {
  const pdf = await printTicket(app, ticketId)
  if (pdf) yield pdf
  await report()
}
