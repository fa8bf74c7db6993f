/** Payments that wait at the same time become tickets together; what is odd among them ends as it would by itself. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { applyPayment } from './apply-payment.ts'
import { expireOrders } from '../holds/expire-orders.ts'
import { endExpired } from '../store.ts'

let shop: SellingApp
let twin: TestApp
beforeAll(async () => {
  shop = await createSellingApp()
  twin = await createTestApp({ sharing: shop })
})
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
})
afterAll(async () => {
  await twin.close()
  await shop.close()
})

type Sale = Awaited<ReturnType<SellingApp['givenSale']>>

/** Orders of a sale, each of another person, with the payment that fits each. */
async function approved(sale: Sale, count: number, quantity = 2): Promise<ProviderPayment[]> {
  const payments: ProviderPayment[] = []
  for (const buyer of await shop.buyers(count)) {
    const { order } = await shop.buy(buyer, sale.typeId, sale.eventId, quantity)
    const at = shop.app.clock.now()
    payments.push({
      id: `paid-${order.publicId}`,
      status: 'approved',
      statusDetail: 'accredited',
      externalReference: order.publicId,
      amountCents: order.totalCents,
      currency: 'ARS',
      collectorId: sale.collectorId,
      liveMode: true,
      refundedCents: 0,
      feeCents: 700,
      marketplaceFeeCents: 0,
      netReceivedCents: order.totalCents - 700,
      releasesAt: null,
      isDisputed: false,
      isChargebackLost: false,
      createdAt: at,
      approvedAt: at,
      lastUpdatedAt: at,
      paymentMethod: 'visa',
      paymentType: 'credit_card',
      installments: 1,
      payerMail: null,
    })
  }
  return payments
}

const all = (payments: readonly ProviderPayment[], at: TestApp = shop) =>
  Promise.all(payments.map((payment) => applyPayment(at.app, payment)))
const ticketsOf = async (eventId: string) => {
  const { rows } = await sql<{ tickets: number; transactions: number; sent: number }>`
    select count(*)::int as tickets, count(distinct t.xmin::text)::int as transactions,
           (select count(*)::int from deliveries d join tickets t on t.id = d.ticket_id
             where t.event_id = ${eventId} and d.channel = 'mail') as sent
      from tickets t where t.event_id = ${eventId}`.execute(shop.app.db)
  return rows[0]
}

test('those of two events become tickets in one transaction: places, money, audit, deliveries', async () => {
  const [first, second] = [await shop.givenSale(), await shop.givenSale()]
  const payments = [...(await approved(first, 6)), ...(await approved(second, 3, 1))]
  expect(await all(payments)).toEqual(payments.map(() => 'applied'))
  expect(await shop.stockOf(first.typeId)).toEqual({ held: 0, sold: 12 })
  expect(await shop.stockOf(second.typeId)).toEqual({ held: 0, sold: 3 })
  expect(await ticketsOf(first.eventId)).toEqual({ tickets: 12, transactions: 1, sent: 12 })
  expect(await ticketsOf(second.eventId)).toEqual({ tickets: 3, transactions: 1, sent: 3 })
  const { rows } = await sql<{ action: string; orders: number }>`
    select a.action, count(distinct a.object_id)::int as orders from audit_rows a join orders o on o.id::text = a.object_id
     where o.event_id = ${first.eventId} group by a.action order by a.action`.execute(shop.app.db)
  expect(rows).toEqual([
    { action: 'order.confirm', orders: 6 },
    { action: 'order.place', orders: 6 },
    { action: 'payment.note', orders: 6 },
    { action: 'ticket.issue', orders: 6 },
  ])
  const fees = await sql<{ cents: number }>`
    select sum(amount_cents)::int as cents from ledger_entries
     where event_id = ${first.eventId} and kind = 'provider_fee'`.execute(shop.app.db)
  expect(fees.rows).toEqual([{ cents: 6 * 700 }])
})

test('what is odd among them ends as it does by itself', async () => {
  /** The same people and payments twice: of one event all at once, of the other one after the other. */
  async function arrange() {
    const sale = await shop.givenSale()
    const [late, rest] = [await approved(sale, 1), await approved(sale, 8)]
    await sql`update orders set held_until = app_now() - interval '1 hour', created_at = app_now() - interval '2 hours'
      where public_id = ${late[0]?.externalReference}`.execute(shop.app.db)
    await expireOrders(shop.app)
    const changes: Partial<ProviderPayment>[] = [
      {},
      { amountCents: 1 },
      { currency: 'USD' },
      { collectorId: '1' },
      { liveMode: false },
      { status: 'rejected' },
      { refundedCents: 100_000 },
      {},
    ]
    const payments = [...late, ...rest.map((payment, n) => ({ ...payment, ...changes[n] }))]
    const plain = payments[1]
    if (!plain) throw new Error('nothing was ordered')
    payments.push({ ...plain, externalReference: 'no-such-order', id: `of-no-order-${sale.eventId}` })
    payments.push({ ...plain, id: `second-${sale.eventId}` })
    payments.push(plain)
    return { sale, payments }
  }
  const left = async ({ eventId, typeId }: Sale) => {
    const { rows } = await sql<{ state: string; orders: number; tickets: number; paid: number }>`
      select o.state, count(*)::int as orders, sum(o.paid_cents - o.refunded_cents)::int as paid,
             sum((select count(*) from tickets t where t.order_id = o.id and t.state = 'valid'))::int as tickets
        from orders o where o.event_id = ${eventId} group by o.state order by o.state`.execute(shop.app.db)
    return { rows, stock: await shop.stockOf(typeId) }
  }
  const together = await arrange()
  const apart = await arrange()
  const alone: string[] = []
  for (const payment of apart.payments) alone.push(await applyPayment(shop.app, payment))
  expect(await all(together.payments)).toEqual(alone)
  expect(alone).toEqual([
    'applied',
    'applied',
    'refunding',
    'refunding',
    'other_collector',
    'sandbox',
    'noted',
    'applied',
    'applied',
    'unknown_reference',
    'refunding',
    'old_news',
  ])
  expect(await left(together.sale)).toEqual(await left(apart.sale))
  // Two of them share one transaction: the plain ones.
  expect(await ticketsOf(together.sale.eventId)).toMatchObject({ tickets: 8, transactions: 3 })
  expect(await ticketsOf(apart.sale.eventId)).toMatchObject({ tickets: 8, transactions: 4 })
})

test('one that cannot be applied fails none of the others, and is applied once it can', async () => {
  const sale = await shop.givenSale()
  const payments = await approved(sale, 5)
  const [, , poison] = payments
  if (!poison) throw new Error('nothing was ordered')
  await sql`
    create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.provider_payment_id = '${sql.raw(poison.id)}' then raise exception 'poison' using errcode = '23514'; end if;
      return new;
    end $$`.execute(shop.app.db)
  await sql`create trigger refuse_one before insert on payments for each row execute function refuse_one()`.execute(
    shop.app.db,
  )
  const settled = await Promise.allSettled(payments.map((payment) => applyPayment(shop.app, payment)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 2, sold: 8 })
  expect(await shop.broken()).toEqual([])
  await sql`drop trigger refuse_one on payments`.execute(shop.app.db)
  expect(await applyPayment(shop.app, poison)).toBe('applied')
})

test('reported to two processes at once, in another order to each, every one counts once', async () => {
  const sales = [await shop.givenSale(), await shop.givenSale()]
  const payments = (await Promise.all(sales.map((sale) => approved(sale, 15)))).flat()
  const [here, there] = await Promise.all([all(payments), all(payments.toReversed(), twin)])
  const outcomes = payments.map((_, n) => new Set([here[n], there.toReversed()[n]]))
  expect(outcomes).toEqual(payments.map(() => new Set(['applied', 'old_news'])))
  for (const { typeId } of sales) expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 30 })
})

test('holds that end while their payments wait for them are taken again, by themselves', async () => {
  const sale = await shop.givenSale()
  const payments = await approved(sale, 4)
  // Others hold places too: a place that is taken off twice shows in no check of the table.
  await approved(sale, 6)
  await sql`update orders set held_until = app_now() - interval '1 hour'
    where public_id = any (${payments.map(({ externalReference }) => externalReference)}::text[])`.execute(shop.app.db)
  let outcomes: Promise<string[]> | undefined
  await shop.app.db.transaction().execute(async (trx) => {
    expect(await endExpired({ ...shop.app, db: trx }, sale.eventId, 100)).toBe(4)
    outcomes = all(payments)
    await wait(300)
  })
  expect(await outcomes).toEqual(payments.map(() => 'applied'))
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 12, sold: 8 })
})
