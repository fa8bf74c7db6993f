/** Puts an event on sale. */
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { lackingFields } from '#contract/events/event-fields.ts'
import { isPaidType } from '#contract/values/prices.ts'
import type { App } from '#server/context.ts'
import { requirePaidSales } from '#server/modules/companies/payment-account/require-paid-sales.ts'
import { isCompanyApproved } from '#server/modules/companies/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnEvent } from '../act-on-event.ts'
import type { Problem } from './event-schedule.ts'
import { getManaged, listStoredTypes, type ManagedEventId } from './queries-manage.ts'
import { changeState, type EventRow } from '../store.ts'
import { refreshSlug } from '../store-slugs.ts'

/**
 * Makes a draft or a paused event active. Throws `event_state`, `company_not_approved`, `event_incomplete` with all that is
 * missing, `payment_account_missing` when a paid type would be on sale without an account to
 * collect with, `paid_sales_stopped` when with one whose refunds wait for balance.
 */
export async function publishEvent(app: App, actor: Actor, id: ManagedEventId): Promise<ManagedEvent> {
  const act = {
    audit: 'event.publish',
    object: ['event', id],
    isAllowedAfter: true,
    after: { state: 'active' },
  } as const
  await actOnEvent(app, actor, id, act, async (app, { event, record }) => {
    if (!(await changeState(app, id, ['pending', 'inactive'], 'active'))) throw new Failure('event_state')
    if (!(await isCompanyApproved(app, event.company_id))) throw new Failure('company_not_approved')
    const types = (await listStoredTypes(app, id)).filter(({ isRemoved }) => !isRemoved)
    const problems = problemsOf(event, types)
    if (problems.length > 0) throw new Failure('event_incomplete', problems)
    if (types.some(isPaidType)) await requirePaidSales(app, event.company_id)
    await refreshSlug(app, id)
    record({ before: { state: event.state } })
  })
  return getManaged(app, id)
}

function problemsOf(event: EventRow, types: readonly { readonly capacity: number }[]): Problem[] {
  const { category_id: categoryId, venue_name: venueName, address: adress, city, province } = event
  const problems: Problem[] = lackingFields({ categoryId, venueName, adress, city, province })
  if (event.starts_at === null) problems.push({ path: ['dateEvent'], message: 'Elegí la fecha' })
  else if (event.is_expired || (!event.is_ahead && event.published_at === null)) {
    problems.push({ path: ['dateEvent'], message: 'Esa fecha ya pasó' })
  }
  if (!types.some(({ capacity }) => capacity > 0)) {
    problems.push({ path: ['ticketTypes'], message: 'Agregá al menos un tipo de entrada con lugares' })
  }
  return problems
}
