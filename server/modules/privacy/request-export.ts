/** A person asks for a copy of all their data. */
import { EXPORTS_PER_DAY, type DataExport } from '#contract/privacy.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { getExport } from './queries.ts'
import { insertExport } from './store.ts'

const DAY_SECONDS = 86_400

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
