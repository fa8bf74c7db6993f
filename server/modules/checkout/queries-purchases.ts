/** A buyer's orders, as they see them. */
import { normaliseOrderNumber } from '#contract/values/order-number.ts'
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { getOrders as endpoint, PastOrder } from '#contract/sales/checkout.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import { shownPayment } from '#server/modules/payments/queries.ts'
import { toInstant } from '#server/shared/clock.ts'
import { isUnpaid } from './order.ts'
import { payUntil, secondsToPay, shownState } from './queries.ts'

/** A page of a person's orders, newest first. */
export function listOrders(app: App, { actor, query }: Call<typeof endpoint>): Promise<Answer<typeof endpoint>> {
  const { state, isHeld, search } = query
  const own = app.db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .where('o.buyer_id', '=', actor.userId)
    .$if(state !== undefined, (orders) => orders.where(shownState, '=', state ?? 'paid'))
    .$if(isHeld !== undefined, (orders) =>
      orders.where(sql<boolean>`(o.total_cents > 0 and checkout_is_unpaid(${shownState}))`, '=', isHeld === true),
    )
    .$if(Boolean(search), (orders) =>
      // `strpos`, so that what people type is never a pattern.
      orders.where(sql<boolean>`(strpos(e.plain_name, plain_text(${search ?? ''})) > 0
        or o.number = ${normaliseOrderNumber(search ?? '')}::text)`),
    )
    .select([
      'o.id',
      'o.public_id as publicId',
      'o.number',
      'o.event_id as eventId',
      publicSlug.as('eventSlug'),
      'e.name as eventName',
      shownState.as('state'),
    ])
    .select(['o.held_until as heldUntil', payUntil.as('payUntil'), secondsToPay.as('secondsToPay')])
    .select([
      'o.subtotal_cents as subtotalCents',
      'o.fee_cents as feeCents',
      'o.discount_code as discountCode',
      'o.discount_cents as discountCents',
    ])
    .select(['o.total_cents as totalCents', 'o.created_at as createdAt', 'e.starts_at as eventStart'])
    .select(['o.paid_at as paidAt', 'o.refunded_cents as refundedCents', 'o.paid_cents as paidCents'])
    .select((eb) => [
      jsonObjectFrom(
        eb.selectFrom('images as i').whereRef('i.id', '=', 'e.flyer_id').select(['i.id', 'i.width', 'i.height']),
      ).as('flyer'),
      jsonObjectFrom(shownPayment(app.db, eb.ref('o.id')).select(['p.status', 'p.method'])).as('payment'),
      jsonArrayFrom(
        eb
          .selectFrom('refunds as r')
          .whereRef('r.order_id', '=', 'o.id')
          .select(['r.id', 'r.state', 'r.amount_cents as amountCents', 'r.created_at as createdAt'])
          .select(sql<boolean>`r.unfunded_since is not null and payments_refund_is_open(r.state)`.as('isUnfunded'))
          .orderBy('r.id', 'desc'),
      ).as('refunds'),
      jsonArrayFrom(
        eb
          .selectFrom('order_lines as l')
          .innerJoin('ticket_types as t', 't.id', 'l.type_id')
          .whereRef('l.order_id', '=', 'o.id')
          .select(['l.type_id as ticketTypeId', 't.name', 'l.quantity'])
          .select(['l.unit_price_cents as unitPriceCents', 'l.unit_fee_cents as unitFeeCents'])
          .select('l.unit_discount_cents as unitDiscountCents')
          .orderBy('t.position'),
      ).as('lines'),
      jsonArrayFrom(
        eb
          .selectFrom('order_drinks as l')
          .innerJoin('drinks as d', 'd.id', 'l.drink_id')
          .whereRef('l.order_id', '=', 'o.id')
          .select(['l.drink_id as drinkId', 'd.name', 'l.quantity'])
          .select(['l.unit_price_cents as unitPriceCents', 'l.unit_fee_cents as unitFeeCents'])
          .orderBy('d.position'),
      ).as('drinks'),
    ])
    .orderBy('o.id', 'desc')
  return pageOf(own, query, {
    rows: 'orders',
    id: 'o.id',
    async read(page) {
      const rows = await page.execute()
      const ids = rows.map(({ id }) => id)
      const invoices = await listInvoices(app, ids)
      return rows.map(({ id, paidCents, payment, refunds, ...row }): PastOrder => ({
        ...row,
        invoices: invoices.filter(({ orderId }) => orderId === id).map(({ orderId: _, ...invoice }) => invoice),
        // CHECKs on the columns.
        payment: payment as PastOrder['payment'],
        refunds: refunds.map((each) => ({ ...each, createdAt: toInstant(each.createdAt) })) as PastOrder['refunds'],
        hasReceipt: paidCents > 0,
        heldUntil: isUnpaid(row.state) ? row.heldUntil : null,
        payUntil: isUnpaid(row.state) ? row.payUntil : null,
        secondsToPay: isUnpaid(row.state) ? row.secondsToPay : null,
      }))
    },
  })
}

/** Documents that later modules issued for these orders. */
async function listInvoices(app: App, orderIds: readonly string[]) {
  const found = await Promise.all(app.modules.flatMap(({ hooks }) => hooks?.listInvoices?.(app.db, orderIds) ?? []))
  return found.flat()
}
