/** Money that goes back by another way while a refund of it waits: by the seller's own hand, by the bank, by another refund. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getOrderReceipt } from '#contract/sales/receipts.ts'
import { changeMassRefund, startMassRefund } from '#contract/sales/refunds-mass.ts'
import { pdfLines } from '#server/testing/pdf-text.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { sellTickets } from '#server/testing/sell-tickets.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const sold = () => sellTickets(shop)

test('what the seller gives back himself meanwhile is not given back twice', async () => {
  const { ask, first, second, collectorId, paymentId, list, stateOf } = await sold()
  await shop.simulator.control.setBalance(collectorId, 0)
  await ask(first)
  await shop.settle()
  await shop.simulator.control.setBalance(collectorId, null)
  await shop.simulator.control.refund(paymentId, 1_980_000)
  await shop.settle()
  await shop.advance({ minutes: 5 })
  await shop.settle()
  expect(await list()).toMatchObject([{ state: 'completed' }])
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(1_980_000)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['refunded', 'valid'])
})

test('centavos that the seller gave back by himself are exact in the list, the summary, the mail and the receipt', async () => {
  const { ask, first, buyer, publicId, paymentId, list, summary, refundable } = await sold()
  await shop.simulator.control.refund(paymentId, 1_980_033)
  await shop.settle()
  expect((await refundable()).map(({ refundable: left }) => left)).toEqual([19_799.67, 19_799.67])
  await ask(first)
  await shop.settle()
  expect((await list()).map(({ amount }) => amount)).toEqual([19_799.67, 19_800.33])
  expect((await summary()).completed).toEqual({ count: 2, amount: 39_600 })
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', buyer.mail ?? '')
    .execute()
  expect(mails.map(({ subject }) => subject)).toContain('Te devolvimos $19.799,67 de Fiesta Lunar Rosario')
  const receipt = await shop.call(getOrderReceipt, { params: { publicId } }, { as: buyer })
  const lines = pdfLines(Buffer.from(await receipt.arrayBuffer()))
  expect(lines).toEqual(expect.arrayContaining(['-$19.800,33', '-$19.799,67']))
})

test('a chargeback that overtakes it suspends all; won, all is as before, so that it is asked for again', async () => {
  const { ask, first, second, stateOf, paymentId, list } = await sold()
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/refunds', method: 'POST' })
  await ask(first)
  await shop.settle()
  await shop.simulator.control.chargeBack(paymentId)
  shop.simulator.control.behave()
  await shop.settle()
  for (let round = 0; round < 3; round += 1) {
    await shop.advance({ minutes: 2 })
    await shop.settle()
  }
  expect((await list()).find(({ source }) => source === 'organizer')).toMatchObject({ state: 'rejected' })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['suspended', 'suspended'])
  await shop.simulator.control.settleChargeback(paymentId, 'won')
  await shop.settle()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['refunded', 'valid'])
  expect((await list()).find(({ source }) => source === 'organizer')).toMatchObject({ state: 'completed' })
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(1_980_000)
})

test.each(['approved', 'rejected'] as const)(
  'a dispute that is lost while a refund is in process ends its tickets, however the refund comes out: %s',
  async (outcome) => {
    const { ask, first, second, stateOf, paymentId, publicId, typeId } = await sold()
    const { control } = shop.simulator
    control.setSwitches({ refundOutcome: 'in_process' })
    await ask(first)
    await shop.settle()
    await control.chargeBack(paymentId)
    await shop.settle()
    await control.settleChargeback(paymentId, 'lost')
    await shop.settle()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['suspended', 'suspended'])
    const [refund] = control.refunds(paymentId)
    await control.settleRefund(refund?.id ?? '', outcome)
    for (let round = 0; round < 3; round += 1) {
      await shop.advance({ seconds: 61 })
      await shop.settle()
    }
    expect(await shop.orderState(publicId)).toBe('refunded')
    expect([await stateOf(first), await stateOf(second)]).toEqual(['refunded', 'refunded'])
    expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  },
)

test.each([
  ['a part: what is left goes back', 500_000, ['completed', 1_480_000]],
  ['all that was left: nothing is', 1_980_000, ['rejected', 1_980_000]],
] as const)(
  'what the seller gave back before one that waited is asked for the first time: %s',
  async (_, givenCents, ended) => {
    const { ask, first, second, stateOf, paymentId, god, params } = await sold()
    await shop.call(
      startMassRefund,
      { params, body: { reason: 'Se inundó el salón', confirmation: 'Fiesta Lunar Rosario' } },
      { as: god },
    )
    const { id: jobId } = await shop.app.db
      .selectFrom('mass_refunds')
      .select('id')
      .where('event_id', '=', params.id)
      .executeTakeFirstOrThrow()
    await shop.app.queue.runJob(shop.app, 'refunds.mass')
    const change = (act: 'pause' | 'resume') =>
      shop.call(changeMassRefund, { params: { ...params, jobId, act } }, { as: god })
    await change('pause')
    expect(await shop.refusal(ask(first))).toBe('ticket_not_refundable')
    await shop.simulator.control.refund(paymentId, givenCents)
    await shop.settle()
    await change('resume')
    for (let round = 0; round < 6; round += 1) {
      await shop.advance({ seconds: 2 })
      await shop.app.queue.runJob(shop.app, 'refunds.mass')
      await shop.settle()
    }
    const asked = await shop.app.db
      .selectFrom('refunds')
      .select(['state', 'amount_cents as cents'])
      .where('mass_refund_id', '=', jobId)
      .orderBy('id')
      .execute()
    expect(asked.map(({ state, cents }) => [state, cents])).toEqual([['completed', 1_980_000], ended])
    expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(3_960_000)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['refunded', 'refunded'])
  },
)

test('while the answer of a refund is lost, no other refund of its payment is requested, not even an older one', async () => {
  const { ask, first, second, paymentId, god, params, stateOf } = await sold()
  const { control } = shop.simulator
  await shop.app.db
    .updateTable('tickets')
    .set({ state: 'used', used_at: shop.clock.now() })
    .where('id', '=', second)
    .execute()
  await shop.call(
    startMassRefund,
    { params, body: { reason: 'Se inundó el salón', confirmation: 'Fiesta Lunar Rosario' } },
    { as: god },
  )
  const step = () => shop.app.queue.runJob(shop.app, 'refunds.mass')
  await step()
  control.addFault({ kind: 'lose', path: '/refunds', method: 'POST', times: 3 })
  await ask(second, {}, god)
  await shop.settle()
  control.behave()
  for (let round = 0; round < 8; round += 1) {
    await step()
    await shop.settle()
    await shop.advance({ seconds: 11 })
  }
  const asked = await shop.app.db
    .selectFrom('refunds')
    .select(['state', 'amount_cents as cents'])
    .where('event_id', '=', params.id)
    .execute()
  expect(asked).toEqual([
    { state: 'completed', cents: 1_980_000 },
    { state: 'completed', cents: 1_980_000 },
  ])
  expect(control.payment(paymentId).refundedCents).toBe(3_960_000)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['refunded', 'used'])
})

test('one that waits for an account ends when the provider refunds its payment no more; its ticket opens doors again', async () => {
  const { ask, first, stateOf, list, collectorId, paymentId } = await sold()
  const account = shop.app.db.updateTable('payment_accounts').where('collector_id', '=', collectorId)
  const { sealed } = await shop.app.db
    .selectFrom('payment_accounts')
    .select('access_token_sealed as sealed')
    .where('collector_id', '=', collectorId)
    .executeTakeFirstOrThrow()
  await account.set({ access_token_sealed: null }).execute()
  await ask(first)
  await shop.settle()
  expect(await list()).toMatchObject([{ state: 'processing', waitsFor: 'account' }])
  await shop.app.db
    .updateTable('payments')
    .set({ approved_at: '2020-01-01T00:00:00Z' })
    .where('provider_payment_id', '=', paymentId)
    .execute()
  await shop.advance({ seconds: 61 })
  await shop.settle()
  expect(await list()).toMatchObject([{ state: 'failed' }])
  expect(await stateOf(first)).toBe('valid')
  await account.set({ access_token_sealed: sealed }).execute()
})

test('a mass refund that waits for its last ones is looked at less and less often', async () => {
  const { collectorId, god, params } = await sold()
  await shop.simulator.control.setBalance(collectorId, 0)
  const body = { reason: 'Se inundó el salón', confirmation: 'Fiesta Lunar Rosario' }
  const { id } = await shop.call(startMassRefund, { params, body }, { as: god })
  const nextIn = async () => {
    await shop.app.queue.runJob(shop.app, 'refunds.mass')
    await shop.settle()
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from next_attempt_at - app_now())::float as seconds from mass_refunds where id = ${id}`.execute(
      shop.app.db,
    )
    return rows[0]?.seconds ?? Number.NaN
  }
  for (let step = 0; step < 4; step += 1) {
    await nextIn()
    await shop.advance({ seconds: 3 })
  }
  await shop.advance({ minutes: 2 })
  expect(await nextIn()).toBeGreaterThan(20)
  await shop.advance({ hours: 1 })
  expect(await nextIn()).toBeGreaterThan(50)
  expect(await nextIn()).toBeLessThanOrEqual(60)
  await shop.simulator.control.setBalance(collectorId, null)
  for (let step = 0; step < 4; step += 1) {
    await shop.advance({ minutes: 61 })
    await nextIn()
  }
  const { state } = await shop.app.db
    .selectFrom('mass_refunds')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('done')
})
