/** A person asks for a copy of all their data: the file is made by a job, kept for a week, and notified by mail. */
import { Readable, type PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { EXPORT_DAYS, EXPORTS_PER_DAY, type DataExport } from '#contract/accounts/privacy.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { printTicket } from '#server/modules/tickets/documents/print-ticket.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { exportFileKey } from './export-file.ts'
import { readme } from './export-readme.ts'
import { exportReadyMail } from './messages.ts'
import { filesOf, listPrintableTickets, readFile } from './queries-export.ts'
import { findExport, getExport } from './queries.ts'
import { insertExport, markProgress, markReady, markRunning } from './store.ts'

const DAY_SECONDS = 86_400

export const exportReady = defineNotification('privacy.export-ready', {
  async find(app: App, { exportId }: { exportId: string }) {
    const found = await findExport(app, exportId)
    return found?.state === 'ready' ? found : undefined
  },
  mail: exportReadyMail,
})

/** Throws `export_running` while one is being made, `export_limit` after three in a day. */
export async function requestExport(app: App, actor: Actor): Promise<DataExport> {
  return inTransaction(app, async (app) => {
    const id = newId()
    const problem = await insertExport(app, { id, userId: actor.userId, perDay: EXPORTS_PER_DAY })
    if (problem === 'export_limit') throw new Failure(problem, undefined, { retryAfterSeconds: DAY_SECONDS })
    if (problem) throw new Failure(problem)
    await audit(app, actor, 'data_export.request', ['data_export', id])
    await app.queue.enqueue(app, 'privacy.make-export', { exportId: id })
    return getExport(app, actor, id)
  })
}

/** Progress is written when it has grown by so much. */
const PROGRESS_STEP = 5

/**
 * Writes the file as it reads: pages of rows and one PDF at a time are all that memory holds. A worker that dies leaves the
 * job to another, which starts again under the same name.
 */
export async function makeExport(app: App, exportId: string): Promise<void> {
  const wanted = await findExport(app, exportId)
  if (!wanted || wanted.userState === 'deleted' || !(await markRunning(app, exportId))) return
  const { userId, name } = wanted
  const tickets = await listPrintableTickets(app, userId)
  const files = filesOf(app)
  const report = progress(app, { exportId, userId }, files.length + tickets.length)
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough // which is what the library makes
  const add = (file: string, compress: boolean, parts: () => AsyncIterable<string | Buffer>) =>
    zip.addReadStreamLazy(file, { compress }, (give) => {
      const stream = Readable.from(parts(), { objectMode: false })
      // The file that is kept must fail with what is read into it: the library would leave it waiting for ever.
      stream.on('error', (error) => output.destroy(error))
      give(null, stream)
    })
  zip.addBuffer(Buffer.from(readme({ name, platform: app.config.platform }, app.clock.now(), files)), 'LEEME.txt')
  for (const [file, sections] of files) add(file, true, () => writeRows(readFile(app, userId, sections), report))
  for (const { id, number } of tickets) add(`entradas/${number}.pdf`, false, () => writeTicket(app, id, report))
  zip.end()
  const sizeBytes = await app.files.private.putStream(exportFileKey(exportId), output)
  await inTransaction(app, async (app) => {
    if (!(await markReady(app, exportId, sizeBytes, EXPORT_DAYS))) return
    app.afterCommit(({ bus }) => publishChange(bus, [`account:${userId}`]))
    await notify(app, exportReady, { exportId }, exportId)
  })
  // The account was closed meanwhile, or it was given up for dead.
  if ((await findExport(app, exportId))?.state !== 'ready') await app.files.private.delete(exportFileKey(exportId))
}

type Report = () => Promise<void>

/** Counts what is done. */
function progress(app: App, { exportId, userId }: { exportId: string; userId: string }, parts: number): Report {
  let done = 0
  let reported = 0
  return async () => {
    done += 1
    const percent = Math.min(99, Math.floor((done / Math.max(1, parts)) * 100))
    if (percent < reported + PROGRESS_STEP) return
    reported = percent
    await markProgress(app, exportId, percent)
    publishChange(app.bus, [`account:${userId}`])
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
