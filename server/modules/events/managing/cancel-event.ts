/** An event is cancelled, for good. */
import { confirmationText, isConfirmed } from '#contract/values/confirmation.ts'
import type { ParsedInput } from '#contract/api/endpoint.ts'
import type { cancelEvent as cancelEventEndpoint, ManagedEvent } from '#contract/events/events-managed.ts'
import type { App } from '#server/context.ts'
import { lockEventPlaces } from '#server/modules/stock/store.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnEvent } from '../act-on-event.ts'
import { getManaged, type ManagedEventId } from './queries-manage.ts'
import { setCancelled } from '../store.ts'

/**
 * Ends an event's sale at this moment: no order begins after it, unpaid ones end right after, and what is paid for them
 * goes back. Notices to holders and refunds are separate actions (rule R8.11). Throws `confirmation_mismatch` when
 * its name was not typed, `event_state` when it is cancelled already.
 */
export async function cancelEvent(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  { reason, confirmation }: ParsedInput<typeof cancelEventEndpoint>['body'],
): Promise<ManagedEvent> {
  const after = { state: 'cancelled', reason }
  const act = { audit: 'event.cancel', object: ['event', id], isAllowedAfter: true, after } as const
  await actOnEvent(app, actor, id, act, async (app, { event, record }) => {
    if (event.state === 'cancelled') throw new Failure('event_state')
    if (!isConfirmed(confirmation, confirmationText(event.name, 'CANCELAR'))) throw new Failure('confirmation_mismatch')
    await setCancelled(app, id, reason)
    // Orders of this moment were decided under this lock: they are in before us, or read that it sells no more.
    await lockEventPlaces(app, id)
    record({ before: { state: event.state } })
    for (const { hooks } of app.modules) await hooks?.onEventCancelled?.(app, id)
    await app.queue.enqueue(app, 'checkout.end-sale', { eventId: id }, { singletonKey: id })
  })
  return getManaged(app, id)
}
