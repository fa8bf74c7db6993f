import { expect, test } from 'vitest'
import { addDays, toLocalDate } from '#contract/values/dates.ts'
import { getSettlement } from '#contract/companies/settlement.ts'
import { confirmSettlement, settlePromoter } from '#contract/events/commissions.ts'
import { cashSaleEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { enterCost } from '#server/testing/enter-cost.ts'
import { earnCommission } from '#server/testing/earn-commission.ts'
import { givenPromoter, issueByPromoter } from '#server/testing/given-promoter.ts'
import type { SellingApp, SentOrder } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import type { PayOptions } from '#simulators/mercado-pago/payments.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const DAY = 86_400
const inDays = (days: number) => addSeconds(shop.app.clock.now(), days * DAY)
const netOf = (paymentId: string) => {
  const { amountCents, feeCents, marketplaceFeeCents } = shop.simulator.control.payment(paymentId)
  return amountCents - feeCents - marketplaceFeeCents
}

/** One more order of the same event that is paid like this; gives its payment. */
async function sell({ eventId, typeId }: SentOrder, options: Partial<PayOptions> = {}): Promise<string> {
  const purchase = await shop.buy(await shop.given.user(), typeId, eventId, 1)
  const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase), options)
  await shop.settle()
  return paymentId
}

/** What an owner reads, whose parts always add up. */
async function read({ companyId }: Pick<SentOrder, 'companyId'>, query: object = {}) {
  const as = await shop.given.user({ memberOf: { id: companyId } })
  const answer = await shop.call(getSettlement, { params: { companyId }, query }, { as })
  const { totals, release } = answer
  expect(release.releasedCents + release.toReleaseCents + release.undatedCents + release.cashCents).toBe(
    totals.keptCents + totals.commissionCents,
  )
  return release
}

const NONE = {
  releasedCents: 0,
  lastReleasedAt: null,
  toReleaseCents: 0,
  releasesFrom: null,
  releasesUntil: null,
  undatedCents: 0,
  undatedPayments: 0,
  cashCents: 0,
}
const sent = () => shop.sentToPay({ event: { startsInHours: 900 } })
const pay = async ({ preferenceId }: SentOrder, options: Partial<PayOptions> = {}) => {
  const paymentId = await shop.simulator.control.pay(preferenceId, options)
  await shop.settle()
  return paymentId
}

test('each payment is let go when Mercado Pago says, and time alone moves it', async () => {
  const order = await sent()
  const credit = await pay(order)
  expect(await read(order)).toEqual({
    ...NONE,
    toReleaseCents: netOf(credit),
    releasesFrom: inDays(10),
    releasesUntil: inDays(10),
  })
  const atOnce = await sell(order, { method: 'account_money' })
  const debit = await sell(order, { method: 'debvisa' })
  const inParts = await sell(order, { installments: 6 })
  expect(await read(order)).toMatchObject({
    releasedCents: netOf(atOnce),
    lastReleasedAt: shop.simulator.control.payment(atOnce).approvedAt,
    toReleaseCents: netOf(credit) + netOf(debit) + netOf(inParts),
    releasesFrom: shop.simulator.control.payment(debit).releasesAt,
    releasesUntil: shop.simulator.control.payment(inParts).releasesAt,
  })
  await shop.advance({ hours: 11 * 24 })
  expect(await read(order)).toMatchObject({
    releasedCents: netOf(atOnce) + netOf(debit) + netOf(credit),
    lastReleasedAt: shop.simulator.control.payment(credit).releasesAt,
    toReleaseCents: netOf(inParts),
  })
})

test('a release date reported later counts, a missing one is shown as missing, and none is invented', async () => {
  const order = await sent()
  const paymentId = await pay(order, { releasesAt: null })
  expect(await read(order)).toEqual({ ...NONE, undatedCents: netOf(paymentId), undatedPayments: 1 })
  const at = inDays(3)
  await shop.simulator.control.release(paymentId, at)
  await shop.settle()
  expect(await read(order)).toEqual({ ...NONE, toReleaseCents: netOf(paymentId), releasesFrom: at, releasesUntil: at })
  // With every notification lost it is found by looking through the account.
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const sooner = inDays(1)
  await shop.simulator.control.release(paymentId, sooner)
  await shop.advance({ minutes: 3 })
  await shop.app.queue.runJob(shop.app, 'checkout.search-collectors')
  expect(await read(order)).toMatchObject({ releasesFrom: sooner, releasesUntil: sooner })
})

test('payments that are confirmed together keep their dates', async () => {
  const orders = await Promise.all([1, 2, 3].map(() => sent()))
  const paid = await Promise.all(
    orders.map(async ({ preferenceId }, n) => shop.simulator.control.pay(preferenceId, { releasesAt: inDays(n + 1) })),
  )
  await shop.settle()
  for (const [n, order] of orders.entries())
    expect(await read(order)).toMatchObject({
      toReleaseCents: netOf(paid[n] ?? ''),
      releasesFrom: shop.simulator.control.payment(paid[n] ?? '').releasesAt,
    })
})

test('what went back is less of what its own payment brings, released or not', async () => {
  const order = await sent()
  const waiting = await pay(order)
  const free = await sell(order, { method: 'account_money' })
  const feeOf = (id: string) => shop.simulator.control.payment(id).feeCents
  await shop.simulator.control.refund(waiting)
  await shop.settle()
  // Mercado Pago keeps its fee of what went back; nothing is awaited any more that would have a date.
  expect(await read(order)).toMatchObject({
    releasedCents: netOf(free),
    toReleaseCents: -feeOf(waiting),
    releasesFrom: null,
  })
  await shop.simulator.control.chargeBack(free)
  await shop.settle()
  expect(await read(order)).toMatchObject({ releasedCents: -feeOf(free), lastReleasedAt: null })
  await shop.simulator.control.settleChargeback(free, 'won')
  await shop.settle()
  expect(await read(order)).toMatchObject({ releasedCents: netOf(free) })
})

test('money that bought nothing, cash, commissions and costs add up as well', async () => {
  const order = await sent()
  const paymentId = await pay(order)
  const second = await pay(order, { method: 'account_money' })
  const { companyId, eventId } = order
  const promoId = await earnCommission(shop, order, 97_000)
  const ofEvent = { companyId, eventId }
  await enterCost(shop.app, ofEvent, 500_000)
  const { id: ticketId } = await shop.app.db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const inCash = cashSaleEntries({ priceCents: 1_800_000, feeCents: 180_000, absorbedFeeCents: 50_000 })
  for (const entry of inCash) {
    const subject = entry.kind === 'promoter_cash' ? { ...ofEvent, promoId, ticketId } : ofEvent
    await recordEntries(shop.app, subject, [entry])
  }
  expect(await read(order)).toMatchObject({
    toReleaseCents: netOf(paymentId),
    releasedCents: -shop.simulator.control.payment(second).feeCents,
    lastReleasedAt: null,
    cashCents: 1_750_000,
  })
})

test('cash in promoters’ hands is a part of the cash and of what is kept, until it is handed in', async () => {
  const order = await sent()
  const paymentId = await pay(order)
  const { companyId, eventId } = order
  const promoter = await givenPromoter(shop, eventId, null)
  await issueByPromoter(shop, order, promoter)
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const settled = async () => {
    const asked = { params: { companyId }, query: { eventId } }
    const { totals, release, events } = await shop.call(getSettlement, asked, { as: owner })
    expect(events).toMatchObject([{ id: eventId, promoterCashCents: totals.promoterCashCents }])
    expect(release.toReleaseCents + release.cashCents).toBe(totals.keptCents)
    return [totals.keptCents, release.cashCents, totals.promoterCashCents]
  }
  const kept = netOf(paymentId) + 1_800_000
  expect(await settled()).toEqual([kept, 1_800_000, 1_800_000])
  const handIn = async (countedCents: number) => {
    const input = {
      params: { id: eventId, rrppId: promoter.id },
      body: { receives: 'organizer' as const, countedCents },
    }
    const { id } = await shop.call(settlePromoter, input, { as: owner })
    await shop.call(confirmSettlement, { params: { id } }, { as: promoter })
  }
  await handIn(1_000_000)
  expect(await settled()).toEqual([kept, 1_800_000, 800_000])
  await handIn(800_000)
  expect(await settled()).toEqual([kept, 1_800_000, 0])
})

test('it is of the days and the event that are asked for', async () => {
  const order = await sent()
  const paymentId = await pay(order)
  const today = toLocalDate(shop.app.clock.now())
  expect(await read(order, { from: today, until: today })).toMatchObject({ toReleaseCents: netOf(paymentId) })
  expect(await read(order, { until: addDays(today, -1) })).toEqual(NONE)
  const { id: eventId } = await shop.given.event({ company: { id: order.companyId } })
  expect(await read(order, { eventId })).toEqual(NONE)
  expect(await read(order, { eventId: order.eventId })).toMatchObject({ toReleaseCents: netOf(paymentId) })
})

test('days the wrong way round are refused', async () => {
  const order = await sent()
  const as = await shop.given.user({ memberOf: { id: order.companyId } })
  const query = { from: '2026-11-02', until: '2026-11-01' }
  const asked = shop.call(getSettlement, { params: { companyId: order.companyId }, query }, { as })
  expect(await shop.refusal(asked)).toBe('invalid_input')
})
