/** An event is cancelled, for good. */
import type { ParsedInput } from '#contract/endpoint.ts'
import type { cancelEvent as cancelEventEndpoint, ManagedEvent } from '#contract/events-managed.ts'
import { isSameLine } from '#contract/same-line.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import { lockEventPlaces } from '#server/modules/stock/store.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { getManaged, type ManagedEventId } from './queries-manage.ts'
import { lockEvent, setCancelled } from '../store.ts'

/**
 * Ends an event's sale at this moment: nobody's order begins after it, unpaid ones end right after, and what is paid for them
 * goes back. Holders are told and given their money back by acts of their own (rule R8.11). Throws `confirmation_mismatch` when
 * its name was not typed, `event_state` when it is cancelled already.
 */
export async function cancelEvent(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  { reason, confirmation }: ParsedInput<typeof cancelEventEndpoint>['body'],
): Promise<ManagedEvent> {
  await inTransaction(app, async (app) => {
    const event = await lockEvent(app, id)
    refuseFinance(actor, event.company_id)
    if (event.state === 'cancelled') throw new Failure('event_state')
    if (!isSameLine(confirmation ?? '', event.name)) throw new Failure('confirmation_mismatch')
    await setCancelled(app, id, reason)
    // Orders of this moment were decided under this lock: they are in before us, or read that it sells no more.
    await lockEventPlaces(app, id)
    await audit(app, actor, 'event.cancel', ['event', id], {
      before: { state: event.state },
      after: { state: 'cancelled', reason },
    })
    await app.queue.enqueue(app, 'checkout.end-sale', { eventId: id }, { singletonKey: id })
  })
  return getManaged(app, id)
}
