/** Reads of orders. */
import { sql } from 'kysely'
import type { OrderState } from '#contract/sales/checkout.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { Core, Db } from '#server/context.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'

export type OwnOrderId = Proof<'ownOrder'>
export type LinkedOrderId = Proof<'linkedOrder'>

/** Of an order (alias `o`). */
export const payUntil = sql<string | null>`checkout_pay_until(o.held_until, o.total_cents)`
/** Of an order (alias `o`): seconds until then, by our clock; negative once it is over. */
export const secondsToPay = sql<number | null>`floor(extract(epoch from ${payUntil} - app_now()))::int`
/** Of an order (alias `o`) of its event (alias `e`). */
export const shownState = sql<OrderState>`checkout_shown_state(o.state, o.held_until, o.total_cents, e.state, app_now())`

/** Finds an order for its payment link, its page and its status; undefined when there is none. */
export async function findOrder(app: Core, publicId: string) {
  const row = await app.db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select(['o.id', 'o.public_id as publicId', 'o.event_id as eventId', 'o.company_id as companyId'])
    .select(['o.buyer_id as buyerId', 'o.ticket_id as ticketId', 'o.state', 'o.held_until as heldUntil', 'o.platform'])
    .select('o.guest_sent_to as guestSentTo')
    .select(['o.total_cents as totalCents', 'o.fee_cents as feeCents', 'o.absorbed_fee_cents as absorbedFeeCents'])
    .select([
      publicSlug.as('eventSlug'),
      'e.name as eventName',
      'e.accepts_cash as acceptsCash',
      'e.state as eventState',
    ])
    .select(sql<boolean>`coalesce(e.starts_at > app_now() + interval '4 days', true)`.as('isFarOff'))
    .select(['o.created_at as createdAt', 'e.starts_at as startsAt'])
    .select(
      sql<boolean>`o.guest_name is not null
      and app_now() < coalesce(e.ends_at, e.starts_at, o.created_at) + interval '30 days'`.as('isOpenByToken'),
    )
    .select([payUntil.as('payUntil'), secondsToPay.as('secondsToPay'), shownState.as('shownState')])
    .where('o.public_id', '=', publicId)
    .executeTakeFirst()
  return row && { ...row, state: row.state as OrderState } // CHECK on the column
}
export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** An order's lines in the order of its types' ids; amounts of one ticket, in centavos. */
export async function listLines(app: Core, orderId: string) {
  return app.db
    .selectFrom('order_lines as l')
    .innerJoin('ticket_types as t', 't.id', 'l.type_id')
    .select([
      'l.type_id as typeId',
      't.name',
      'l.quantity',
      'l.unit_price_cents as priceCents',
      'l.unit_fee_cents as feeCents',
      'l.unit_discount_cents as discountCents',
    ])
    .where('l.order_id', '=', orderId)
    .orderBy('l.type_id')
    .execute()
}

/** An order's drinks in the order of their ids; amounts of one, in centavos. */
export async function listDrinks(app: Core, orderId: string) {
  return app.db
    .selectFrom('order_drinks as l')
    .innerJoin('drinks as d', 'd.id', 'l.drink_id')
    .select(['l.drink_id as drinkId', 'd.name', 'l.quantity'])
    .select(['l.unit_price_cents as unitPriceCents', 'l.unit_fee_cents as unitFeeCents'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.drink_id')
    .execute()
}

/** What an order was sold of, its drinks after its tickets; amounts of one, in centavos. */
export async function listSold(app: Core, orderId: string) {
  const [lines, drinks] = [await listLines(app, orderId), await listDrinks(app, orderId)]
  return [
    ...lines.map(({ typeId: id, ...line }) => ({ id, ...line })),
    ...drinks.map(({ drinkId: id, unitPriceCents: priceCents, unitFeeCents: feeCents, ...drink }) => {
      return { id, ...drink, priceCents, feeCents, discountCents: 0 }
    }),
  ]
}

/** Lists which of these orders were placed by people who had verified nothing. */
export async function listUnproved(db: Db, orderIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', orderIds)
    .where('is_unproved', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}
