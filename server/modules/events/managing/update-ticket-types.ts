/** Changes of an event's list of ticket types. */
import type { ManagedEvent, updateEventTickets as endpoint } from '#contract/events/events-managed.ts'
import { isPaidType } from '#contract/values/prices.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { requirePaidSales } from '#server/modules/companies/payment-account/require-paid-sales.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnEvent } from '../act-on-event.ts'
import { typesDifference } from './event-difference.ts'
import { getManaged, listStoredTypes } from './queries-manage.ts'
import { takeVersion } from '../store.ts'
import { checkSaleWindows, compareTypeLists, type TypeListChange } from './ticket-type-list.ts'
import { writeTypes } from './write-types.ts'

/**
 * Changes what is said of the types that are named, removes those in `removed` when nothing of them was sold or held, adds
 * the new ones; the rest stays. A changed price touches new holds only. Throws `event_state`, `event_changed` when the event
 * is not at `version` any more, `ticket_type_not_found`, `ticket_type_in_use`, `capacity_below_sold`,
 * `payment_account_missing` and `paid_sales_stopped` (a type that becomes paid in an event that is on sale), `invalid_input`.
 */
export async function updateTicketTypes(
  app: App,
  { actor, proof: id, body: { version, ...wanted } }: Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'body'>,
): Promise<ManagedEvent> {
  const act = { audit: 'event.tickets', object: ['event', id], isAllowedAfter: true } as const
  return actOnEvent(app, actor, id, act, async (app, { event, record }) => {
    if (event.state === 'success' || event.state === 'cancelled') throw new Failure('event_state')
    if (!(await takeVersion(app, id, version))) throw new Failure('event_changed')
    const kept = await getManaged(app, id)
    const before = await listStoredTypes(app, id)
    checkSaleWindows(wanted.ticketTypes ?? [], { startsAt: event.starts_at, stored: before })
    const change = compareTypeLists(before, wanted)
    if (event.state === 'active' && becomesPaid(change)) await requirePaidSales(app, event.company_id)
    await writeTypes(app, id, change)
    // Read before anybody else may save: its version belongs to what this call wrote.
    const saved = await getManaged(app, id)
    record(typesDifference(kept, saved))
    return saved
  })
}

/** Whether some type costs money to the public that did not before. */
function becomesPaid({ added, changed }: TypeListChange): boolean {
  return (
    added.some(({ fields }) => isPaidType(fields)) ||
    changed.some(
      ({ type, fields }) =>
        isPaidType({ price: fields.price ?? type.price, visibility: fields.visibility ?? type.visibility }) &&
        !isPaidType(type),
    )
  )
}
