import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, fromLocal, toLocalDate } from '#contract/values/dates.ts'
import { exportSettlement, exportSettlementSheet, getSettlement } from '#contract/companies/settlement.ts'
import { SYSTEM } from '#server/db/audit.ts'
import { connectAccount } from '#server/modules/companies/payment-account/connect-account.ts'
import { sumBalances } from '#server/modules/ledger/queries-balances.ts'
import { secondsBetween } from '#server/shared/clock.ts'
import { enterCost } from '#server/testing/enter-cost.ts'
import { earnCommission } from '#server/testing/earn-commission.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp, SentOrder } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { getSettlement as getSettlementOf } from './queries-settlement.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const ask = (as: GivenUser, { companyId }: Pick<SentOrder, 'companyId'>, query: object = {}) =>
  shop.call(getSettlement, { params: { companyId }, query }, { as })
const ownerOf = ({ companyId }: Pick<SentOrder, 'companyId'>) => shop.given.user({ memberOf: { id: companyId } })

/** Another event of the same company and account, with one type on sale. */
async function eventOf(sale: Pick<SentOrder, 'companyId'>, literal: object) {
  const { id: eventId } = await shop.given.event({ company: { id: sale.companyId }, ...literal })
  const { id: typeId } = await shop.given.ticketType({ event: { id: eventId }, priceCents: 1_000_000 })
  return { eventId, typeId }
}

/** One more order that is paid; gives its payment at the provider. */
async function sell({ eventId, typeId }: { eventId: string; typeId: string }, quantity = 1): Promise<string> {
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, typeId, eventId, quantity)
  const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  return paymentId
}

/** What the provider's own books say of these payments. */
function figuresOf(paymentIds: readonly string[]) {
  const payments = shop.simulator.control.payments().filter(({ id }) => paymentIds.includes(id))
  const sum = (figure: (payment: (typeof payments)[number]) => number) =>
    payments.reduce((cents, payment) => cents + figure(payment), 0)
  const paidCents = sum(({ amountCents }) => amountCents)
  const refundedCents = sum(({ status, statusDetail, amountCents, refundedCents: part }) =>
    status === 'charged_back' && statusDetail !== 'reimbursed' ? amountCents : part,
  )
  const platformCents = sum((each) => each.marketplaceFeeCents - each.marketplaceReturnedCents)
  const providerCents = sum(({ feeCents }) => feeCents)
  const keptCents = paidCents - refundedCents - platformCents - providerCents
  return { sales: payments.length, paidCents, refundedCents, platformCents, providerCents, keptCents }
}

test('each figure is the provider’s own, of every event and of all together, and they add up to what is kept', async () => {
  const first = await shop.paid({ event: { name: 'Fiesta Lunar', startsInHours: 30 } })
  const owner = await ownerOf(first)
  const absorbing = await eventOf(first, { name: 'Noche de Neón', absorbsServiceFee: true, startsInHours: 60 })
  const back = await eventOf(first, { name: 'Feria del Disco', startsInHours: 90 })
  await eventOf(first, { name: 'Nadie compró' })
  const lunar = [first.paymentId, await sell(first, 3)]
  const neon = [await sell(absorbing, 2), await sell(absorbing)]
  const disco = [await sell(back), await sell(back)]
  await shop.simulator.control.refund(lunar[1] ?? '', 1_234_56)
  await shop.simulator.control.refund(neon[1] ?? '')
  await shop.simulator.control.chargeBack(disco[0] ?? '')
  await shop.settle()
  await shop.paid() // of another company

  const { totals, events, pagination } = await ask(owner, first)
  expect(events.map(({ name }) => name)).toEqual(['Feria del Disco', 'Noche de Neón', 'Fiesta Lunar'])
  const none = { commissionCents: 0, costCents: 0, promoterCashCents: 0 }
  for (const [place, payments] of [disco, neon, lunar].entries())
    expect(events[place]).toMatchObject({ ...figuresOf(payments), ...none })
  expect(totals).toEqual({ ...figuresOf([...lunar, ...neon, ...disco]), tickets: totals.tickets, ...none })
  // Two by what `paid` buys, three, two, and one each.
  expect(events.map(({ tickets }) => tickets)).toEqual([2, 3, 5])
  expect(totals.tickets).toBe(10)
  expect(totals.keptCents).toBe((await sumBalances(shop.app, { companyId: first.companyId })).company)
  expect(pagination).toMatchObject({ total: 3, totalEvents: 3 })
  // The company bore that fee: who bought paid the price and no more.
  expect(figuresOf(neon)).toMatchObject({ paidCents: 3_000_000, platformCents: 200_000 })

  const one = await ask(owner, first, { eventId: absorbing.eventId })
  expect([one.events.map(({ name }) => name), one.totals]).toEqual([
    ['Noche de Neón'],
    { ...figuresOf(neon), tickets: 3, ...none },
  ])
  const byKept = await ask(owner, first, { sort: 'kept', order: 'asc', limit: 1, page: 2 })
  expect(byKept.events.map(({ name }) => name)).toEqual(['Noche de Neón'])
  expect(byKept.totals).toEqual(totals)

  const { companyId, eventId } = first
  await earnCommission(shop, first, 97_000)
  await enterCost(shop.app, { companyId, eventId }, 500_000)
  const after = await ask(owner, first)
  expect(after.totals).toEqual({
    ...totals,
    commissionCents: 97_000,
    costCents: 500_000,
    keptCents: totals.keptCents - 97_000,
  })
})

test('a day begins and ends at midnight in Argentina, and a refund counts on the day that it is made', async () => {
  const toMidnight = async (offsetSeconds: number) => {
    const now = shop.app.clock.now()
    const midnight = fromLocal(addDays(toLocalDate(now), 1), '00:00')
    await shop.advance({ seconds: secondsBetween(now, midnight) + offsetSeconds })
  }
  await toMidnight(-120)
  const evening = await shop.paid({ event: { startsInHours: 200 } })
  const owner = await ownerOf(evening)
  const day = toLocalDate(shop.app.clock.now())
  const next = addDays(day, 1)
  await shop.advance({ seconds: 130 })
  expect(toLocalDate(shop.app.clock.now())).toBe(next)
  const night = await sell(evening)
  await shop.simulator.control.refund(evening.paymentId)
  await shop.settle()
  const of = async (from?: string, until?: string) => (await ask(owner, evening, { from, until })).totals
  const whole = figuresOf([evening.paymentId])
  expect(await of(day, day)).toMatchObject({ sales: 1, paidCents: whole.paidCents, refundedCents: 0 })
  expect(await of(next, next)).toMatchObject({
    sales: 1,
    paidCents: figuresOf([night]).paidCents,
    refundedCents: whole.paidCents,
    providerCents: figuresOf([night]).providerCents,
  })
  expect(await of(day, next)).toMatchObject(figuresOf([evening.paymentId, night]))
  expect(await of(undefined, day)).toEqual(await of(day, day))
  expect(await of(addDays(next, 1))).toMatchObject({ sales: 0, paidCents: 0, keptCents: 0 })
  expect(await ask(owner, evening)).toMatchObject({ movedFrom: day, movedUntil: next })
})

test('money that bought nothing is no sale, and what Mercado Pago kept of it is its cost', async () => {
  const paid = await shop.paid()
  const second = await shop.simulator.control.pay(paid.preferenceId)
  await shop.settle()
  const [sale, lost] = [figuresOf([paid.paymentId]), figuresOf([second]).providerCents]
  expect(lost).toBeGreaterThan(0)
  const { totals } = await ask(await ownerOf(paid), paid)
  expect(totals).toMatchObject({
    ...sale,
    providerCents: sale.providerCents + lost,
    keptCents: sale.keptCents - lost,
  })
})

test('a chargeback that was won was never paid twice, and nothing of it went back', async () => {
  const paid = await shop.paid()
  const owner = await ownerOf(paid)
  await shop.simulator.control.chargeBack(paid.paymentId)
  await shop.settle()
  expect((await ask(owner, paid)).totals).toMatchObject(figuresOf([paid.paymentId]))
  expect((await ask(owner, paid)).totals.refundedCents).toBeGreaterThan(0)
  await shop.simulator.control.settleChargeback(paid.paymentId, 'won')
  await shop.settle()
  const { totals } = await ask(owner, paid)
  expect(totals).toMatchObject({ ...figuresOf([paid.paymentId]), refundedCents: 0 })
  expect(totals.keptCents).toBe((await sumBalances(shop.app, { companyId: paid.companyId })).company)
})

test('the company’s people read it whatever their role, and besides them only a god admin', async () => {
  const paid = await shop.paid()
  const company = { id: paid.companyId }
  const reads = [
    await shop.given.user({ memberOf: company }),
    await shop.given.user({ memberOf: company, companyRole: 'finance' }),
    await shop.given.user({ memberOf: company, companyRole: 'manager' }),
    await shop.given.user({ isGodAdmin: true }),
  ]
  for (const as of reads) expect((await ask(as, paid)).totals.sales).toBe(1)
  const refused: readonly [GivenUser, string][] = [
    [await shop.given.user({ memberOf: await shop.given.company() }), 'company_not_found'],
    [await shop.given.user(), 'forbidden'],
    [await shop.given.user({ isAdmin: true }), 'forbidden'],
    [await shop.given.user({ isLegal: true }), 'forbidden'],
  ]
  for (const [as, code] of refused) {
    expect(await shop.refusal(ask(as, paid))).toBe(code)
    for (const file of [exportSettlement, exportSettlementSheet])
      expect(await shop.refusal(shop.call(file, { params: { companyId: paid.companyId }, query: {} }, { as }))).toBe(
        code,
      )
  }
})

test('the control says since when all agrees, and what does not', async () => {
  const paid = await shop.paid()
  const control = async () => (await ask(await ownerOf(paid), paid)).control
  const nothing = { checkedAt: null, isOld: false, payments: 0, unreadAccounts: 0, differences: 0, differenceCents: 0 }
  expect(await control()).toEqual(nothing)
  await shop.advance({ hours: 25 })
  await shop.app.queue.runJob(shop.app, 'settlement.check-accounts')
  const agreed = { ...nothing, checkedAt: expect.any(String) as string, payments: 1 }
  expect(await control()).toEqual(agreed)
  await shop.advance({ hours: 47 })
  expect(await control()).toEqual(agreed)
  await shop.advance({ hours: 2 })
  expect(await control()).toEqual({ ...agreed, isOld: true })
  await shop.app.queue.runJob(shop.app, 'settlement.check-accounts')
  expect(await control()).toEqual(agreed)
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await shop.simulator.control.refund(paid.paymentId)
  await shop.advance({ hours: 25 })
  await shop.app.queue.runJob(shop.app, 'settlement.check-accounts')
  expect(await control()).toMatchObject({ differences: 1, differenceCents: figuresOf([paid.paymentId]).refundedCents })
  await shop.app.queue.runJob(shop.app, 'checkout.search-collectors')
})

test('an account that Mercado Pago revoked is counted apart, and does not keep the others from agreeing', async () => {
  const paid = await shop.paid()
  const { companyId, collectorId } = paid
  const other = { userId: `${collectorId}1`, nickname: 'Otra', accessToken: `APP_USR-${collectorId}1` }
  await shop.simulator.control.addSeller(other)
  await connectAccount(shop.app, SYSTEM, {
    companyId,
    collectorId: other.userId,
    nickname: other.nickname,
    accessToken: other.accessToken,
    refreshToken: 'TG-other',
    expiresInSeconds: 180 * 24 * 3600,
  })
  const run = (name: 'settlement.check-accounts' | 'companies.care-for-accounts') =>
    shop.app.queue.runJob(shop.app, name)
  const control = async () => (await ask(await ownerOf(paid), paid)).control
  await shop.advance({ hours: 25 })
  await run('settlement.check-accounts')
  expect(await control()).toMatchObject({ payments: 1, unreadAccounts: 0 })
  await run('companies.care-for-accounts')
  await shop.simulator.control.revokeSeller(collectorId)
  await shop.advance({ hours: 25 })
  await run('companies.care-for-accounts')
  for (let day = 0; day < 3; day += 1) {
    await run('settlement.check-accounts')
    await shop.advance({ hours: 25 })
  }
  expect(await control()).toMatchObject({ isOld: false, payments: 0, unreadAccounts: 1, differences: 0 })
  const { attempts } = await shop.app.db
    .selectFrom('settlement_checks')
    .select('attempts')
    .where('collector_id', '=', collectorId)
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(0)
})

test('a sale that comes while a settlement is read is in all of its figures, or in none', async () => {
  const first = await shop.paid()
  let sold = false
  const sellOnce: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (sold) return result
      sold = true
      await sell(first)
      return result
    },
  }
  const app = { ...shop.app, db: shop.app.db.withPlugin(sellOnce) }
  const query = { page: 1, limit: 20, sort: 'date', order: 'desc' } as const
  const { totals, events, release } = await getSettlementOf(app, { proof: first.companyId, query })
  const { releasedCents, toReleaseCents, undatedCents, cashCents } = release
  expect(sold).toBe(true)
  expect(events.map(({ sales }) => sales)).toEqual([1])
  expect([totals.sales, releasedCents + toReleaseCents + undatedCents + cashCents]).toEqual([
    1,
    totals.keptCents + totals.commissionCents,
  ])
  expect((await ask(await ownerOf(first), first)).totals.sales).toBe(2)
})

test('the file holds the same in pesos, of the days and events that were asked for, and computes nothing', async () => {
  const paid = await shop.paid({
    event: { name: '=HYPERLINK("https://malo.example")' },
    type: { priceCents: 1_800_000 },
  })
  const owner = await ownerOf(paid)
  const { companyId } = paid
  const query = { until: toLocalDate(shop.app.clock.now()) }
  const csv = await (await shop.call(exportSettlement, { params: { companyId }, query }, { as: owner })).text()
  const [head, line] = csv.trim().split('\r\n')
  expect(head).toBe(
    'Evento;Fecha;Pagadas;Compras;Pagado;Devuelto;Cargo Previa;Mercado Pago;Comisiones RRPP;Te queda;Costos;Resultado;En manos de tus RRPP',
  )
  const { paidCents, platformCents, providerCents, keptCents } = figuresOf([paid.paymentId])
  const comma = (cents: number) => String(cents / 100).replace('.', ',')
  expect(line).toMatch(/^"'=HYPERLINK/)
  expect(line?.split(';').slice(2)).toEqual([
    '2',
    '1',
    ...[paidCents, 0, platformCents, providerCents, 0, keptCents, 0, keptCents, 0].map(comma),
  ])
  const yesterday = addDays(query.until, -1)
  const empty = await shop.call(exportSettlement, { params: { companyId }, query: { until: yesterday } }, { as: owner })
  expect((await empty.text()).trim().split('\r\n')).toHaveLength(1)
  const sheet = await shop.call(exportSettlementSheet, { params: { companyId }, query }, { as: owner })
  expect(sheet.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
})
