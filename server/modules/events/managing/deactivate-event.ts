/** Pauses an event. */
import type { ManagedEvent } from '#contract/events-managed.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { getManaged, type ManagedEventId } from './queries-manage.ts'
import { changeState, lockEvent } from '../store.ts'

/** Takes an active event out of every public list and off sale; its tickets stay valid. Throws `event_state`. */
export async function deactivateEvent(app: App, actor: Actor, id: ManagedEventId): Promise<ManagedEvent> {
  await inTransaction(app, async (app) => {
    refuseFinance(actor, (await lockEvent(app, id)).company_id)
    if (!(await changeState(app, id, ['active'], 'inactive'))) throw new Failure('event_state')
    await audit(app, actor, 'event.deactivate', ['event', id], {
      before: { state: 'active' },
      after: { state: 'inactive' },
    })
  })
  return getManaged(app, id)
}
