/** Writes of orders; the SQL functions `checkout_*` write them too. */
import { sql } from 'kysely'
import type { OrderState } from '#contract/sales/checkout.ts'
import type { App, Core } from '#server/context.ts'
import { updateRows } from '#server/db/rows.ts'

/** An order whose row this transaction has locked: no other one ends, pays or replaces it meanwhile. */
export interface LockedOrder {
  readonly id: string
  readonly publicId: string
  readonly eventId: string
  readonly companyId: string
  readonly buyerId: string
  readonly state: OrderState
  readonly isHoldExtended: boolean
  /** Made by an account that had proved neither mail nor phone. */
  readonly isUnproved: boolean
  readonly subtotalCents: number
  readonly feeCents: number
  readonly totalCents: number
  /** Service fee that the company bears, out of the subtotal. */
  readonly absorbedFeeCents: number
  readonly paidCents: number
  readonly refundedCents: number
  readonly drinksCount: number
  /** The ticket that it adds drinks to; null for an order of tickets. */
  readonly ticketId: string | null
  /** Its hold's time is over. */
  readonly isOver: boolean
}

/** Locks the order with this id or public id; undefined when there is none. */
export async function lockOrder(
  app: Core,
  by: { readonly id: string } | { readonly publicId: string },
): Promise<LockedOrder | undefined> {
  const row = await app.db
    .selectFrom('orders')
    .select(sql<LockedOrder>`checkout_locked_order(orders)`.as('order'))
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .$if('publicId' in by, (query) => query.where('public_id', '=', 'publicId' in by ? by.publicId : ''))
    .forUpdate()
    .executeTakeFirst()
  return row?.order
}

/** Moves an unpaid hold's end, never back; with `once` it happens at most once in the order's life. */
export async function extendHold(
  app: Core,
  id: string,
  { until, once }: { until: string | { minutesMore: number }; once: boolean },
): Promise<boolean> {
  const end =
    typeof until === 'string'
      ? sql<string>`${until}::timestamptz`
      : sql<string>`held_until + make_interval(mins => ${until.minutesMore})`
  const updated = await app.db
    .updateTable('orders')
    .set({ held_until: end, ...(once ? { is_hold_extended: true } : {}) })
    .where('id', '=', id)
    .where(sql<boolean>`checkout_is_unpaid(state)`)
    .where('held_until', '<', end)
    .$if(once, (query) => query.where('is_hold_extended', '=', false))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** The buyer of an unpaid order was sent to pay. */
export async function setPendingPayment(app: Core, id: string): Promise<void> {
  await app.db
    .updateTable('orders')
    .set({ state: 'pending_payment' })
    .where('id', '=', id)
    .where(sql<boolean>`checkout_is_unpaid(state)`)
    .execute()
}

/** Money of a paid order went back, or came again where it is negative; the check on the row refuses more than was paid. */
export async function addRefund(app: Core, id: string, amountCents: number, state: OrderState): Promise<void> {
  await updateRows(app.db, 'orders', { id }, { refundedCents: sql`refunded_cents + ${amountCents}`, state })
}

/** The bank decided against the seller of an order in dispute. */
export async function setState(app: Core, id: string, state: OrderState): Promise<void> {
  await app.db.updateTable('orders').set({ state }).where('id', '=', id).execute()
}

/** Notes that the provider was asked about an order after its hold was over, at `since`, and that its payments are applied. */
export async function markSynced(app: App, id: string, since: string): Promise<void> {
  await app.db
    .updateTable('orders')
    .set({ asked_at: since })
    .where('id', '=', id)
    .where('state', '=', 'pending_payment')
    .where('held_until', '<=', since)
    .execute()
}

/** Ends up to `most` holds of an event whose time is over; gives how many. */
export async function endExpired(app: App, eventId: string, most: number): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select checkout_expire_orders(${eventId}::uuid, ${most}) as ended`.execute(app.db)
  return rows[0]?.ended ?? 0
}

/** Ends up to `most` unpaid orders of an event before their time; gives whose they were. */
export async function endHolds(
  app: App,
  eventId: string,
  most: number,
): Promise<{ buyerId: string; companyId: string }[]> {
  const { rows } = await sql<{ buyerId: string; companyId: string }>`
    select h.buyer_id as "buyerId", e.company_id as "companyId"
      from checkout_end_holds(${eventId}::uuid, ${most}) h join events e on e.id = ${eventId}::uuid`.execute(app.db)
  return rows
}

/** Ends a locked unpaid order, with its places and its use of a discount code, in a state and by the name of an act. */
export async function endUnpaid(app: Core, id: string, state: 'cancelled', act: string): Promise<void> {
  await sql`select checkout_end_orders(${[id]}::uuid[], ${state}, ${act})`.execute(app.db)
}

/** Forgets the name that a person typed at checkouts without a session. */
export async function clearGuestNames(app: App, buyerId: string): Promise<void> {
  await app.db
    .updateTable('orders')
    .set({ guest_name: 'Cuenta eliminada', guest_sent_to: null, guest_key: null })
    .where('buyer_id', '=', buyerId)
    .where('guest_name', 'is not', null)
    .execute()
}

/** Erases what was typed for orders without a session; their tokens open nothing from then on. */
export async function eraseGuestOrders(app: Core, buyerIds: readonly string[]): Promise<void> {
  await app.db
    .updateTable('orders')
    .set({ guest_name: null, guest_sent_to: null, guest_key: null, device: null })
    .where('buyer_id', 'in', buyerIds)
    .where('guest_name', 'is not', null)
    .execute()
}

/**
 * Deletes up to `most` hashes of contacts that limit nothing any more: of orders that were never paid after `days`, of the others `days`
 * after the event. Returns how many.
 */
export async function deleteGuestContacts(app: App, { days, most }: { days: number; most: number }): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select g.contact, g.event_id, g.order_id
        from guest_contacts g join orders o on o.id = g.order_id join events e on e.id = g.event_id
       where g.created_at < app_now() - make_interval(days => ${days})
         and (not checkout_has_paid(o.state) and not checkout_is_unpaid(o.state)
              or coalesce(e.ends_at, e.starts_at, g.created_at) < app_now() - make_interval(days => ${days}))
       limit ${most}
    ), gone as (
      delete from guest_contacts g using old
       where g.contact = old.contact and g.event_id = old.event_id and g.order_id = old.order_id returning 1)
    select count(*)::int as deleted from gone`.execute(app.db)
  return rows[0]?.deleted ?? 0
}

/** Forgets from which devices and addresses a person bought; again, it does nothing. */
export async function clearDevices(app: App, buyerId: string): Promise<void> {
  await app.db
    .updateTable('orders')
    .set({ device: null })
    .where('buyer_id', '=', buyerId)
    .where('device', 'is not', null)
    .execute()
}
