/** A ticket's refund, from the request to completion: states, races, and refusals. */
import { expect, test } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import { getOrders } from '#contract/sales/checkout.ts'
import {
  getRefund,
  getRefundSummary,
  listRefunds,
  listRefundTickets,
  refundTicketMoney,
  retryRefund,
} from '#contract/sales/refunds.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { sellTickets } from '#server/testing/sell-tickets.ts'
import { inControl, unlockRefunds } from '#server/testing/selling-pair.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const sold = () => sellTickets(shop)

test('all of a ticket: it opens no door from the first moment, its place is free once the money is gone, and the other stays', async () => {
  const { ask, first, second, stateOf, typeId, publicId, paymentId, summary, list, buyer } = await sold()
  const asked = await ask(first)
  expect(asked).toMatchObject({
    state: 'approved',
    amount: 19_800,
    endsTicket: true,
    source: 'organizer',
    waitsFor: 'provider',
  })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['suspended', 'valid'])
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  await shop.settle()
  expect(await list()).toMatchObject([{ id: asked.id, state: 'completed', waitsFor: null }])
  expect([await stateOf(first), await stateOf(second)]).toEqual(['refunded', 'valid'])
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 1 })
  expect(await shop.orderState(publicId)).toBe('partially_refunded')
  expect(shop.simulator.control.payment(paymentId)).toMatchObject({
    refundedCents: 1_980_000,
    marketplaceReturnedCents: 180_000,
  })
  expect(await summary()).toMatchObject({
    sold: { count: 2, amount: 39_600 },
    completed: { count: 1, amount: 19_800 },
    refundable: { count: 1, amount: 19_800 },
    open: { count: 0, amount: 0 },
  })
  const [order] = (await shop.call(getOrders, { query: {} }, { as: buyer })).orders
  expect(order).toMatchObject({ refundedCents: 1_980_000, refunds: [{ state: 'completed', amountCents: 1_980_000 }] })
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', buyer.mail)
    .execute()
  expect(mails.map(({ subject }) => subject)).toContain('Te devolvimos $19.800 de Fiesta Lunar Rosario')
})

test('tickets and refunds are found by the number of their purchase, however it is typed', async () => {
  const { ask, first, publicId, owner, params } = await sold()
  const { id } = await ask(first)
  const number = await shop.orderNumber(publicId)
  const [head, tail] = [number.slice(0, 4), number.slice(4)]
  const found = async (search: string) => {
    const input = { params, query: { search } }
    const { tickets } = await shop.call(listRefundTickets, input, { as: owner })
    const { refunds } = await shop.call(listRefunds, input, { as: owner })
    return [tickets.map(({ orderNumber }) => orderNumber), refunds.map((each) => [each.id, each.orderNumber])]
  }
  for (const typed of [number, number.toLowerCase(), `${head} ${tail}`, `${head}-${tail}`.toLowerCase()])
    expect(await found(typed)).toEqual([[number, number], [[id, number]]])
  expect(await found(`${head}-${tail}0`)).toEqual([[], []])
})

test('a part leaves the ticket valid; the rest of its money ends it, and nothing is left of the order', async () => {
  const { ask, first, second, stateOf, publicId, typeId, owner, params } = await sold()
  await ask(first, { partialAmount: 5000 })
  expect(await stateOf(first)).toBe('valid')
  await shop.settle()
  expect(await shop.refusal(ask(first, { partialAmount: 14_801 }))).toBe('refund_too_high')
  const rest = await ask(first)
  expect(rest).toMatchObject({ amount: 14_800, endsTicket: true })
  await ask(second, { partialAmount: 100, endTicket: true })
  expect(await stateOf(second)).toBe('suspended')
  await shop.settle()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['refunded', 'refunded'])
  expect(await shop.orderState(publicId)).toBe('partially_refunded')
  await ask(second)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('refunded')
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  const detail = await shop.call(getRefund, { params: { ...params, refundId: rest.id } }, { as: owner })
  expect(detail).toMatchObject({
    split: { organizer: 13_454.55, platform: 1345.45 },
    steps: [{ what: 'requested' }, { what: 'completed' }],
  })
})

test('fifty at once refund a ticket once (M6)', async () => {
  const { ask, first, paymentId, list } = await sold()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(first).then(
        () => 'done',
        () => 'refused',
      ),
    ),
  )
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
  await shop.settle()
  expect(await list()).toHaveLength(1)
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(1_980_000)
})

test('control: without the locks a ticket is refunded twice, with the other one’s money', async () => {
  const refundedCents = await inControl(unlockRefunds, async ({ shop: control }) => {
    const { eventId, companyId, paymentId } = await control.paid({ event: { startsInHours: 240 } })
    const as = await control.given.user({ memberOf: { id: companyId } })
    const { id: ticketId } = await control.app.db
      .selectFrom('tickets')
      .select('id')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    const ask = () =>
      control.call(refundTicketMoney, { params: { id: eventId }, body: { ticketId, reason: 'No puede venir' } }, { as })
    await Promise.all(Array.from({ length: 10 }, () => ask().catch(() => null)))
    await control.settle()
    return control.simulator.control.payment(paymentId).refundedCents
  })
  expect(refundedCents).toBeGreaterThan(1_980_000)
})

test('fifty parts at once never add up to more than the ticket', async () => {
  const { ask, first, paymentId } = await sold()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(first, { partialAmount: 700 }).then(
        () => 1,
        () => 0,
      ),
    ),
  )
  expect(answers.filter((each) => each === 1)).toHaveLength(28)
  for (let round = 0; round < 30; round += 1) await shop.settle()
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(28 * 70_000)
})

test.each([
  ['refuses to answer', { kind: 'status', status: 500 }],
  ['refunds and loses the answer', { kind: 'lose' }],
  ['refunds and answers nonsense', { kind: 'garbage' }],
] as const)('a provider that %s refunds once in the end', async (_, fault) => {
  const { ask, first, second, paymentId, list, stateOf } = await sold()
  shop.simulator.control.addFault({ ...fault, path: '/refunds', method: 'POST' })
  await ask(first)
  await ask(second, { partialAmount: 19_000 })
  await shop.settle()
  shop.simulator.control.behave()
  for (let round = 0; round < 4; round += 1) {
    await shop.advance({ seconds: 31 })
    await shop.settle()
  }
  expect((await list()).map(({ state, source }) => [state, source])).toEqual([
    ['completed', 'organizer'],
    ['completed', 'organizer'],
  ])
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(3_880_000)
  expect(await stateOf(first)).toBe('refunded')
})

test('a refund that the provider refuses for good makes the ticket valid again, and may be requested again', async () => {
  const { ask, first, stateOf, list, typeId, owner } = await sold()
  shop.simulator.control.setSwitches({ refundOutcome: 'rejected' })
  await ask(first)
  await shop.settle()
  expect(await list()).toMatchObject([{ state: 'failed' }])
  expect(await stateOf(first)).toBe('valid')
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  const messages = await shop.app.db
    .selectFrom('dev_inbox')
    .select('recipient')
    .where('subject', '=', 'No se pudo devolver $19.800 de Fiesta Lunar Rosario')
    .where('recipient', 'in', [owner.mail, brand.supportMail])
    .execute()
  expect(messages).toHaveLength(2)
  shop.simulator.control.behave()
  await ask(first)
  await shop.settle()
  expect(await stateOf(first)).toBe('refunded')
})

test('in process at the provider, a list that does not have it yet is no answer', async () => {
  const { ask, first, stateOf, list, paymentId } = await sold()
  shop.simulator.control.setSwitches({ refundOutcome: 'in_process' })
  await ask(first)
  await shop.settle()
  shop.simulator.control.addFault({ kind: 'status', status: 404, path: '/refunds', method: 'GET', times: 2 })
  await shop.advance({ seconds: 61 })
  await shop.settle()
  expect(await list()).toMatchObject([{ state: 'processing' }])
  expect(await stateOf(first)).toBe('suspended')
  shop.simulator.control.behave()
  const [refund] = shop.simulator.control.refunds(paymentId)
  await shop.simulator.control.settleRefund(refund?.id ?? '', 'approved')
  for (let round = 0; round < 3; round += 1) {
    await shop.advance({ minutes: 3 })
    await shop.settle()
  }
  expect(await list()).toMatchObject([{ state: 'completed' }])
})

test('a used ticket is given back by a god admin alone, and stays used', async () => {
  const { ask, first, god, refundable, stateOf, typeId } = await sold()
  await shop.app.db
    .updateTable('tickets')
    .set({ state: 'used', used_at: shop.clock.now() })
    .where('id', '=', first)
    .execute()
  expect(await shop.refusal(ask(first))).toBe('used_ticket_refund')
  expect(await refundable()).toHaveLength(1)
  expect(await refundable(god, 'with')).toHaveLength(2)
  await ask(first, {}, god)
  await shop.settle()
  expect(await stateOf(first)).toBe('used')
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
})

test('a seller without balance: it waits and is retried, paid sales stop after 72 hours, and go on once it is made', async () => {
  const { ask, first, collectorId, eventId, typeId, owner, params, companyId } = await sold()
  // Sessions end sooner than a seller's time to pay.
  const anOwner = () => shop.given.user({ memberOf: { id: companyId } })
  const summary = async () => shop.call(getRefundSummary, { params }, { as: await anOwner() })
  const state = async () => (await shop.call(listRefunds, { params, query: {} }, { as: await anOwner() })).refunds
  const watch = async () => {
    await shop.app.queue.runJob(shop.app, 'refunds.watch-balances')
    await shop.settle()
  }
  await shop.simulator.control.setBalance(collectorId, 0)
  // What it refused it refuses again under the same key.
  shop.simulator.control.setSwitches({ keepsRefusals: true })
  const { id } = await ask(first)
  await shop.settle()
  expect(await state()).toMatchObject([{ state: 'processing', waitsFor: 'balance' }])
  expect(await summary()).toMatchObject({ unfunded: { count: 1, amount: 19_800 }, areSalesStopped: false })
  await shop.advance({ hours: 71 })
  await watch()
  expect((await summary()).areSalesStopped).toBe(false)
  // An attempt without an answer says nothing of the balance: the time goes on.
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/refunds', method: 'POST', times: 10 })
  await shop.advance({ hours: 2 })
  await shop.settle()
  shop.simulator.control.behave()
  await watch()
  await watch()
  expect((await summary()).areSalesStopped).toBe(true)
  // Nor does a seller who revokes the authorization restart it.
  await shop.simulator.control.revokeSeller(collectorId)
  await shop.call(retryRefund, { params: { ...params, refundId: id } }, { as: await anOwner() })
  await shop.settle()
  await watch()
  expect((await summary()).areSalesStopped).toBe(true)
  const { accessToken } = await shop.simulator.control.issueTokens(collectorId)
  await shop.app.db
    .updateTable('payment_accounts')
    .set({ access_token_sealed: shop.app.vault.seal('payment-account', accessToken), state: 'connected' })
    .set({ ended_at: null, ended_because: null })
    .where('collector_id', '=', collectorId)
    .execute()
  expect(await shop.refusal(shop.buy(await shop.given.user(), typeId, eventId))).toBe('paid_sales_closed')
  const messages = shop.app.db.selectFrom('dev_inbox').select('subject').where('recipient', '=', owner.mail)
  const subjects = async () =>
    (await messages.execute()).map(({ subject }) => subject).filter((each) => each.includes('entradas pagas'))
  expect(await subjects()).toHaveLength(1)
  await shop.simulator.control.setBalance(collectorId, null)
  await shop.call(retryRefund, { params: { ...params, refundId: id } }, { as: await anOwner() })
  await shop.settle()
  expect(await state()).toMatchObject([{ state: 'completed' }])
  await watch()
  expect((await summary()).areSalesStopped).toBe(false)
  expect(await subjects()).toHaveLength(2)
  await shop.buy(await shop.given.user(), typeId, eventId)
})

test('what cannot be given back says why', async () => {
  const { ask, first, second, paymentId, params, owner } = await sold()
  await ask(first)
  expect(await shop.refusal(ask(first))).toBe('ticket_not_refundable')
  const other = await sold()
  expect(await shop.refusal(ask(other.first))).toBe('ticket_not_found')
  expect(await shop.refusal(ask(second, {}, other.owner))).toBe('event_not_found')
  const theirs = await other.ask(other.first)
  const read = shop.call(getRefund, { params: { ...params, refundId: theirs.id } }, { as: owner })
  expect(await shop.refusal(read)).toBe('refund_not_found')
  await shop.settle()
  await shop.app.db
    .updateTable('payments')
    .set({ approved_at: '2020-01-01T00:00:00Z' })
    .where('provider_payment_id', '=', paymentId)
    .execute()
  expect(await shop.refusal(ask(second))).toBe('ticket_not_refundable')
})

test('the same key refunds a part once, even if another user repeats it; another request under it is refused', async () => {
  const { owner, params, first, paymentId, list } = await sold()
  const body = { ticketId: first, reason: 'Faltó la barra', partialAmount: 4000 }
  const ask = (more: { partialAmount?: number } = {}) =>
    shop.call(refundTicketMoney, { params, body: { ...body, ...more } }, { as: owner, idempotencyKey: 'una-sola-vez' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask().catch(() => null)))
  const ids = new Set(answers.flatMap((answer) => (answer ? [answer.id] : [])))
  expect(ids.size).toBe(1)
  expect([(await ask()).id]).toEqual([...ids])
  expect(await shop.refusal(ask({ partialAmount: 4001 }))).toBe('idempotency_mismatch')
  await shop.settle()
  expect(await list()).toHaveLength(1)
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(400_000)
})

test.each([0, -1, 0.5, 100.5, 0.1 + 0.2, 1e-6, 5e-324, 1e21])('%d pesos are no refund', async (partialAmount) => {
  const { ask, first, list } = await sold()
  expect(await shop.refusal(ask(first, { partialAmount }))).toBe('invalid_input')
  expect(await list()).toEqual([])
})
