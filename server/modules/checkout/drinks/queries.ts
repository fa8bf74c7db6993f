/** Reads of a ticket that drinks are added to. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { feeTerms } from '#server/modules/events/queries.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { DrinkFacts, StoredOrder } from '../placing/batch-facts.ts'
import type { TicketFacts } from './decide-drinks.ts'

/** Locks a ticket until the transaction ends: it is not handed on, scanned, served or ended meanwhile. */
export async function lockTicketFacts(app: Core, ticketId: string, buyerId: string): Promise<TicketFacts> {
  await sql`select from tickets t where t.id = ${ticketId}::uuid for no key update`.execute(app.db)
  return oneRow(
    app.db,
    sql<TicketFacts>`
    select t.holder_id as "holderId", t.state, o.state as "orderState",
           json_build_object(
             'id', e.id, 'companyId', e.company_id, 'holdMinutes', e.hold_minutes,
             'ageLimit', case when e.forbids_minors then coalesce(e.minimum_age, 18) end,
             'day', local_time(coalesce(e.starts_at, app_now()))::date,
             'fee', ${feeTerms}, 'absorbsFee', e.absorbs_service_fee,
             -- A sale that was closed by hand is that of tickets.
             'isOpen', events_is_on_sale(e.state, null, e.expires_at, c.state, app_now()),
             'sellsPaid', exists (select from companies_selling_account(e.company_id))) as event,
           json_build_object('hasPhone', b.phone is not null, 'birthDate', b.birth_date, 'hasLeft', b.state = 'deleted') as buyer
      from tickets t
      join events e on e.id = t.event_id
      join companies c on c.id = e.company_id
      join users b on b.id = ${buyerId}::uuid
      left join orders o on o.id = t.order_id
     where t.id = ${ticketId}::uuid`,
  )
}

/** Those of these drinks that exist, removed ones too. */
export async function listMenu(app: Core, drinkIds: readonly string[]): Promise<DrinkFacts[]> {
  const { rows } = await sql<DrinkFacts>`
    select d.id, d.event_id as "eventId", d.name, d.price_cents as "priceCents", d.is_available as "isAvailable",
           d.removed_at is not null as "isRemoved"
      from drinks d where d.id = any (${drinkIds}::uuid[])`.execute(app.db)
  return rows
}

/** An order in its present state. */
export async function getStoredOrder(app: Core, orderId: string): Promise<StoredOrder> {
  const { order } = await oneRow(
    app.db,
    sql<{ order: StoredOrder }>`select checkout_stored_order(${orderId}::uuid) as order`,
  )
  return order
}
