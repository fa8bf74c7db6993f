/** Changes of an event's list of ticket types. */
import type { Answer } from '#contract/endpoint.ts'
import type { TicketTypeFields, updateEventTickets } from '#contract/events.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import { canSellPaid } from '#server/modules/companies/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { getManaged, listStandingTypes, type ManagedEventId } from './queries-manage.ts'
import { lockEvent, takeVersion } from './store.ts'
import { checkSaleWindows, compareTypeLists } from './ticket-type-list.ts'
import { writeTypes } from './write-types.ts'

/**
 * Replaces the list: known ids are changed, missing ones removed when nothing was sold or held, others added. A changed
 * price touches new holds only. Throws `event_state`, `event_changed` when the event is not at `version` any more,
 * `ticket_type_not_found`, `ticket_type_in_use`, `capacity_below_sold`, `payment_account_missing` (a paid type in an event
 * that is on sale), `invalid_input`.
 */
export async function updateTicketTypes(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  { ticketTypes: wanted, version }: { ticketTypes: readonly TicketTypeFields[]; version?: number | undefined },
): Promise<Answer<typeof updateEventTickets>> {
  checkSaleWindows(wanted)
  return inTransaction(app, async (app) => {
    const event = await lockEvent(app, id)
    refuseFinance(actor, event.company_id)
    if (event.state === 'success' || event.state === 'cancelled') throw new Failure('event_state')
    if (!(await takeVersion(app, id, version))) throw new Failure('event_changed')
    const isPaid = wanted.some(({ price, visibility }) => price > 0 && visibility !== 'courtesy')
    if (event.state === 'active' && isPaid && !(await canSellPaid(app, event.company_id))) {
      throw new Failure('payment_account_missing')
    }
    const before = await listStandingTypes(app, id)
    await writeTypes(app, id, compareTypeLists(before, wanted))
    await audit(app, actor, {
      action: 'event.tickets',
      objectType: 'event',
      objectId: id,
      before: before.filter(({ isRemoved }) => !isRemoved),
      after: wanted,
    })
    // Read before anybody else may save: its version belongs to what this call wrote.
    return getManaged(app, id)
  })
}
