/** Writes of orders that add drinks to a ticket. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { orderDrinkInserts } from '#server/modules/drinks/store.ts'
import type { OrderRequest } from '../placing/batch-facts.ts'
import { sum } from '../placing/purchase.ts'
import type { PricedDrinks } from './decide-drinks.ts'

/**
 * One after the other of the same ticket; ends an unpaid order of this buyer for it. Orders are locked before tickets, so this comes
 * before the ticket's lock.
 */
export async function replaceUnpaid(app: Core, ticketId: string, buyerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ticketId}, 31))`.execute(app.db)
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
     where o.ticket_id = ${ticketId}::uuid and o.buyer_id = ${buyerId}::uuid and checkout_is_unpaid(o.state) for update`.execute(
    app.db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    select checkout_close_orders(app_now(), ${ids}::uuid[], ${ids.map(() => 'cancelled')}::text[],
                                 ${ids.map(() => 'order.replace')}::text[])`.execute(app.db)
}

interface NewDrinksOrder
  extends Pick<OrderRequest, 'id' | 'publicId' | 'eventId' | 'buyerId' | 'platform'>, PricedDrinks {
  readonly companyId: string
  readonly ticketId: string
  /** Null when it costs nothing and is paid at once. */
  readonly holdMinutes: number | null
}

/** It keeps no device: people hold no places with it, so nothing is counted by device. */
export async function insertDrinksOrder(app: Core, order: NewDrinksOrder): Promise<void> {
  const { id, subtotalCents, feeCents, drinks, holdMinutes } = order
  await sql`
    insert into orders (id, public_id, event_id, company_id, buyer_id, ticket_id, state, held_until, paid_at, subtotal_cents, fee_cents,
                        total_cents, absorbed_fee_cents, tickets_count, drinks_count, platform, sold_starts_at, sold_venue,
                        sold_address, sold_city, sold_province)
    select ${id}::uuid, ${order.publicId}, e.id, ${order.companyId}::uuid, ${order.buyerId}::uuid, ${order.ticketId}::uuid,
           ${holdMinutes === null ? 'paid' : 'reserved'},
           date_trunc('milliseconds', app_now()) + make_interval(mins => ${holdMinutes}::int),
           ${holdMinutes === null ? sql`app_now()` : null}, ${subtotalCents}::bigint, ${feeCents}::bigint,
           ${subtotalCents + feeCents}::bigint, ${order.absorbedFeeCents}::bigint, 0, ${sum(drinks, (line) => line.quantity)}::int,
           ${order.platform}, e.starts_at, e.venue_name, e.address, e.city, e.province
      from events e where e.id = ${order.eventId}::uuid`.execute(app.db)
  for (const insert of orderDrinkInserts(drinks.map(({ name: _, ...drink }) => ({ orderId: id, ...drink }))))
    await insert.execute(app.db)
}
