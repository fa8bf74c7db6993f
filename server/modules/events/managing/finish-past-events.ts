/** The end of events whose door has closed for good. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { finishPast } from '../store.ts'

/** Active events become `success` 2 days after their end, or after their start when they have none (rule R8.1). */
export async function finishPastEvents(app: App): Promise<void> {
  await inTransaction(app, async (app) => {
    for (const id of await finishPast(app)) {
      await audit(app, SYSTEM, 'event.finish', ['event', id], {
        before: { state: 'active' },
        after: { state: 'success' },
      })
    }
  })
}
