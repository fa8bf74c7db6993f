/**
 * Rule R10.4 and invariant M3 as a whole: in whatever order an order's payments are notified, twice or late, the
 * end is that of the order in which it happened: the order, its tickets and places, payments, refunds and the ledger.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import { createSellingApp, type SellingApp, type SentOrder } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'
import { applyPayment } from './apply-payment.ts'
import { syncPayments } from './sync-payments.ts'

interface Scenario {
  readonly sale?: Parameters<SellingApp['sentToPay']>[0]
  /** What happens at the provider, without notifications; gives the payment of each step. */
  readonly live: (shop: SellingApp, sent: SentOrder) => AsyncGenerator<string>
  /** The order's state in the end. */
  readonly ends: string
}

const PART_CENTS = 1_000_000
/** The service fee of each is rounded down, of both together up. */
const UNEVEN_CENTS = 600_000
const scenarios: Readonly<Record<string, Scenario>> = {
  'pending, then approved': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId, { outcome: 'pending' })
      yield id
      await control.approve(id)
      yield id
    },
    ends: 'paid',
  },
  'approved, then a part is given back by the seller': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId)
      yield id
      await control.refund(id, PART_CENTS)
      yield id
    },
    ends: 'partially_refunded',
  },
  'approved, then parts that do not divide evenly are given back by the seller': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId)
      yield id
      await control.refund(id, UNEVEN_CENTS)
      yield id
      await control.refund(id, UNEVEN_CENTS)
      yield id
    },
    ends: 'partially_refunded',
  },
  'approved, then a part and the rest are given back by the seller': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId)
      yield id
      await control.refund(id, PART_CENTS)
      yield id
      await control.refund(id)
      yield id
    },
    ends: 'refunded',
  },
  'charged back and won': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId)
      yield id
      await control.chargeBack(id)
      yield id
      await control.settleChargeback(id, 'won')
      yield id
    },
    ends: 'paid',
  },
  'a part given back, the rest charged back and lost': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId)
      yield id
      await control.refund(id, PART_CENTS)
      yield id
      await control.chargeBack(id)
      yield id
      await control.settleChargeback(id, 'lost')
      yield id
    },
    ends: 'refunded',
  },
  'everything that can happen to a payment': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId, { outcome: 'pending' })
      yield id
      await control.approve(id)
      yield id
      await control.refund(id, PART_CENTS)
      yield id
      await control.chargeBack(id)
      yield id
      await control.settleChargeback(id, 'won')
      yield id
      await control.refund(id)
      yield id
    },
    ends: 'refunded',
  },
  'two payments of one order': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const one = await control.pay(preferenceId)
      yield one
      const other = await control.pay(preferenceId, { outcome: 'pending', method: 'visa' })
      yield other
      await control.approve(other)
      yield other
    },
    ends: 'paid',
  },
  'rejected, then approved': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId, { outcome: 'in_process' })
      yield id
      await control.reject(id)
      yield id
      yield control.pay(preferenceId)
    },
    ends: 'paid',
  },
  'paid in cash after the hold ended, while there are places': {
    async *live(shop, { preferenceId }) {
      const id = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
      yield id
      await endHolds(shop)
      await shop.simulator.control.approve(id)
      yield id
    },
    ends: 'paid',
  },
  'paid in cash when the places are gone': {
    sale: { type: { capacity: 2 } },
    async *live(shop, { preferenceId, eventId, typeId }) {
      const id = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
      yield id
      await endHolds(shop)
      const [rival] = await shop.buyers(1)
      if (rival) await shop.buy(rival, typeId, eventId, 2)
      await shop.simulator.control.approve(id)
      yield id
    },
    ends: 'expired',
  },
  'of another amount': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId, { outcome: 'pending', amountCents: 100 })
      yield id
      await control.approve(id)
      yield id
    },
    ends: 'pending_payment',
  },
  'of another amount, charged back and won': {
    async *live({ simulator: { control } }, { preferenceId }) {
      const id = await control.pay(preferenceId, { amountCents: 5_000_000 })
      yield id
      await control.chargeBack(id)
      yield id
      await control.settleChargeback(id, 'won')
      yield id
    },
    ends: 'pending_payment',
  },
}

async function endHolds(shop: SellingApp): Promise<void> {
  await shop.advance({ minutes: 17 })
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
}

/** The order in which the payments of one run are applied, and which of them carry the payment's newest state. */
interface Telling {
  readonly order: readonly number[]
  readonly isFresh: (place: number) => boolean
}

/** Runs a scenario, applies its payments as `telling` says (by default as they happen) and finishes the pending work. */
async function run(
  shop: SellingApp,
  { sale = {}, live }: Scenario,
  telling?: Telling,
): Promise<{ end: Ended; happened: number }> {
  const sent = await shop.sentToPay({ ...sale, event: { startsInHours: 24 * 60, ...sale.event } })
  const account = await findCollector(shop.app, sent)
  if (!account) throw new Error('The seller has no account')
  const reported: ProviderPayment[] = []
  for await (const paymentId of live(shop, sent)) {
    const payment = await shop.app.vendors.payments.fetchPayment(account, paymentId)
    if (!payment) throw new Error('The provider does not know its own payment')
    reported.push(payment)
    if (!telling) await applyPayment(shop.app, payment)
  }
  for (const [place, n] of telling?.order.entries() ?? []) {
    // With few payments each is applied twice.
    const payment = reported[n % reported.length]
    const newest = reported.findLast(({ id }) => id === payment?.id)
    const answer = telling?.isFresh(place) ? newest : payment
    if (answer) await applyPayment(shop.app, answer)
  }
  await rest(shop, sent)
  return { end: await endOf(shop, sent), happened: reported.length }
}

/** Looks up the order's payments at the provider, makes the pending refunds, and looks the payments up again. */
async function rest(shop: SellingApp, { publicId }: SentOrder): Promise<void> {
  const { id } = await shop.app.db
    .selectFrom('orders')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  await syncPayments(shop.app, id)
  await shop.app.queue.runJob(shop.app, 'refunds.sweep')
  await syncPayments(shop.app, id)
}

/**
 * All that money and places say in the end. Which of two payments bought the order is chance, and so is who gave back money that
 * both wanted to: what counts is how much. Refunds that were not made after all moved nothing.
 */
async function endOf(shop: SellingApp, { publicId, typeId }: SentOrder) {
  const { rows } = await sql<Record<'order' | 'tickets' | 'payments' | 'refunds' | 'ledger' | 'stock', unknown>>`
    select json_build_object('state', o.state, 'paid', o.paid_cents, 'refunded', o.refunded_cents) as "order",
           (select json_agg(t.state order by t.state) from tickets t where t.order_id = o.id) as tickets,
           (select json_agg(p.row order by p.row::text) from (
              select json_build_object('status', p.status, 'detail', p.status_detail, 'cents', p.amount_cents, 'refunded', p.refunded_cents,
                                       'fee', p.provider_fee_cents, 'isApplied', p.is_applied) as row
                from payments p where p.order_id = o.id) p) as payments,
           (select json_object_agg(r.state, r.cents order by r.state) from (
              select case when r.state in ('completed', 'external') then 'gone back' else r.state end as state,
                     sum(r.amount_cents) as cents
                from refunds r where r.order_id = o.id and r.state <> 'rejected' group by 1) r) as refunds,
           (select json_object_agg(l.account, l.cents order by l.account) from (
              select m.account, sum(m.cents) as cents
                from ledger_entries l cross join lateral (values (l.debit, l.amount_cents), (l.credit, -l.amount_cents)) m (account, cents)
               where l.order_id = o.id group by 1) l) as ledger,
           (select json_build_object('held', s.held, 'sold', s.sold) from ticket_stock s where s.type_id = ${typeId}) as stock
      from orders o where o.public_id = ${publicId}`.execute(shop.app.db)
  const [end] = rows
  if (!end) throw new Error(`There is no order ${publicId}`)
  return end
}
type Ended = Awaited<ReturnType<typeof endOf>>

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

/** The `k`-th order of `count` things, in the order of the alphabet. */
function orderOf(count: number, k: number): number[] {
  const left = Array.from({ length: count }, (_, n) => n)
  return left
    .map(() => 0)
    .flatMap((_, place) => {
      const each = factorial(count - place - 1)
      return left.splice(Math.floor(k / each) % (count - place), 1)
    })
}

/** Six notifications at most, where there is room for it each twice. */
const newsOf = (count: number) => (count <= 3 ? count * 2 : count)

/** Each order once with answers that lag behind, and once with some that do not; in `npm test` a few of either, spread over all. */
function* tellings(count: number): Generator<Telling> {
  const orders = factorial(newsOf(count))
  const seen = new Set<string>()
  const most = tries(FEW, orders)
  for (let n = 0; n < most; n += 1) {
    // Beginning with the whole news backwards.
    const k = orders - 1 - Math.floor((n * orders) / most)
    const order = orderOf(newsOf(count), k)
    const name = order.map((each) => each % count).join()
    if (seen.has(name)) continue
    seen.add(name)
    // Some of them, others for each order.
    const isFresh = (place: number) => ((k * 0x9e3779b1) >>> (place + 8)) % 3 === 0
    const both = [
      { order, isFresh: () => false },
      { order, isFresh },
    ]
    yield* tries(both.slice(n % 2, (n % 2) + 1), both)
  }
}
const FEW = 3

/** Notifies a scenario in every order; gives the ends that differ from the one in its own order. */
async function strayEnds(shop: SellingApp, scenario: Scenario): Promise<{ expected: Ended; stray: unknown[] }> {
  const { end: expected, happened: count } = await run(shop, scenario)
  const stray: unknown[] = []
  for (const telling of tellings(count)) {
    const { end } = await run(shop, scenario, telling)
    const answers = telling.order.map((n, place) => `${n % count}${telling.isFresh(place) ? ' fresh' : ''}`)
    if (JSON.stringify(end) !== JSON.stringify(expected)) stray.push({ reported: answers.join(', '), end })
  }
  return { expected, stray }
}

describe('notified in any order, it ends as if notified in its own (R10.4, M3)', () => {
  let shop: SellingApp
  beforeAll(async () => {
    shop = await createSellingApp()
    shop.simulator.control.setSwitches({ dropNotifications: true })
  })
  afterAll(() => shop.close())

  test.each(Object.entries(scenarios))('%s', async (_, scenario) => {
    const { expected, stray } = await strayEnds(shop, scenario)
    expect(expected.order).toMatchObject({ state: scenario.ends })
    expect(stray.map((each) => [each, expected])).toEqual([])
    expect(await shop.broken()).toEqual([])
    expect(await compareBooks(shop.app, shop.simulator.control.payments())).toEqual([])
  })
})

test('control: where news is dated by our own clock, the order that it came in decides', async () => {
  const shop = await createSellingApp()
  try {
    shop.simulator.control.setSwitches({ dropNotifications: true })
    await sql`
      create function date_by_own_clock() returns trigger language plpgsql as $$
      begin new.last_updated_at := app_now() + interval '1 day'; return new; end $$`.execute(shop.app.db)
    await sql`
      create trigger date_by_own_clock before insert or update on payments
        for each row execute function date_by_own_clock()`.execute(shop.app.db)
    const { stray } = await strayEnds(shop, scenarios['approved, then a part is given back by the seller'] as Scenario)
    expect(stray).not.toEqual([])
  } finally {
    await shop.close()
  }
})
