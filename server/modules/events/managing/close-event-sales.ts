/** Closes and opens an event's sale by hand. */
import type {
  closeEventSales as closing,
  ManagedEvent,
  openEventSales as opening,
} from '#contract/events/events-managed.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { lockEventPlaces } from '#server/modules/stock/store.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnEvent } from '../act-on-event.ts'
import { getManaged } from './queries-manage.ts'
import { setSaleClosed } from '../store.ts'

/**
 * Ends an active event's sale at this moment; its page and door stay open and courtesies go on (rule R8.14). What is reserved may
 * still be paid. Throws `event_state`.
 */
export async function closeEventSales(app: App, { actor, proof: id }: Call<typeof closing>): Promise<ManagedEvent> {
  const change = { before: { isSaleClosed: false }, after: { isSaleClosed: true } }
  await actOnEvent(
    app,
    actor,
    id,
    { audit: 'event.close-sales', object: ['event', id], ...change },
    async (app, on) => {
      if (on.event.state !== 'active' || on.event.sale_closed_at !== null) throw new Failure('event_state')
      await setSaleClosed(app, id, true)
      // Orders of this moment were decided under this lock: none begins once this has answered.
      await lockEventPlaces(app, id)
    },
  )
  return getManaged(app, id)
}

/** Opens a sale that was closed by hand. Throws `event_state`. */
export async function openEventSales(app: App, { actor, proof: id }: Call<typeof opening>): Promise<ManagedEvent> {
  const change = { before: { isSaleClosed: true }, after: { isSaleClosed: false } }
  await actOnEvent(app, actor, id, { audit: 'event.open-sales', object: ['event', id], ...change }, async (app, on) => {
    if (on.event.sale_closed_at === null) throw new Failure('event_state')
    await setSaleClosed(app, id, false)
  })
  return getManaged(app, id)
}
