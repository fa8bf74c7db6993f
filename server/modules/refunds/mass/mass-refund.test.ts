/** Everything of an event goes back: counted before, typed, step by step, through pauses and deaths, each ticket once. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportRefunds, getRefundSummary, refundTicketMoney } from '#contract/refunds.ts'
import {
  changeMassRefund,
  getMassRefund,
  getMassRefundReport,
  listMassRefunds,
  previewMassRefund,
  startMassRefund,
} from '#contract/refunds-mass.ts'
import { stopwatch } from '#server/testing/timing.ts'
import { tries } from '#server/testing/tries.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const reason = 'Se inundó el salón'

/** An event with so many paid orders of two tickets, and who may do what. */
async function soldOut(orders: number) {
  const sale = await shop.givenSale({ type: { capacity: orders * 2 }, event: { name: 'Fiesta Lunar Rosario' } })
  const { eventId, typeId, companyId } = sale
  for (const buyer of await shop.buyers(orders)) {
    const purchase = await shop.buy(buyer, typeId, eventId, 2)
    await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  }
  await shop.settle()
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const god = await shop.given.user({ isGodAdmin: true })
  const params = { id: eventId }
  const preview = (as: GivenUser = god) => shop.call(previewMassRefund, { params }, { as })
  const start = (as: GivenUser = god, confirmation = 'Fiesta Lunar Rosario') =>
    shop.call(startMassRefund, { params, body: { reason, confirmation } }, { as })
  const read = (jobId: string, as: GivenUser = god) =>
    shop.call(getMassRefund, { params: { ...params, jobId } }, { as })
  const change = (jobId: string, act: 'pause' | 'resume' | 'stop', as: GivenUser = god) =>
    shop.call(changeMassRefund, { params: { ...params, jobId, act } }, { as })
  return { ...sale, owner, god, params, preview, start, read, change }
}

const step = () => shop.app.queue.runJob(shop.app, 'refunds.mass')
const states = async (eventId: string) =>
  Object.fromEntries(
    (
      await sql<{ state: string; count: number }>`
        select state, count(*)::int as count from tickets where event_id = ${eventId}::uuid group by 1`.execute(
        shop.app.db,
      )
    ).rows.map(({ state, count }) => [state, count]),
  )

/** Steps until it is over; at most so many seconds of the clock. */
async function run(read: () => Promise<{ state: string }>, seconds = 600) {
  for (let passed = 0; passed < seconds; passed += 2) {
    await step()
    await shop.settle()
    const { state } = await read()
    if (state === 'done' || state === 'stopped') return
    await shop.advance({ seconds: 2 })
  }
  throw new Error('It did not end')
}

test('counted, typed, and given back five a second, each ticket once, with a report that adds up', async () => {
  const { eventId, typeId, preview, start, read, god, params } = await soldOut(12)
  expect(await preview()).toMatchObject({
    refundable: { count: 24, amount: 475_200 },
    platformShare: 43_200,
    alreadyRefunded: { count: 0 },
    inPerson: { count: 0 },
    seconds: 5,
    event: { isOnSale: true },
    confirmation: 'Fiesta Lunar Rosario',
  })
  const { id } = await start()
  const elapsedSeconds = stopwatch()
  expect(await shop.refusal(start())).toBe('mass_refund_running')
  await step()
  expect(await states(eventId)).toEqual({ suspended: 24 })
  expect(await read(id)).toMatchObject({
    state: 'running',
    all: { count: 24, amount: 475_200 },
    waiting: { count: 24 },
  })
  await shop.advance({ seconds: 2 })
  await step()
  // Two workers at once do no more than one.
  await Promise.all([step(), step()])
  const { waiting, secondsLeft } = await read(id)
  // A busy machine takes more than the two seconds: five of each, and not one more.
  const seconds = 2 + elapsedSeconds()
  expect(waiting.count).toBeLessThanOrEqual(14)
  expect(waiting.count).toBeGreaterThanOrEqual(24 - 5 * seconds)
  expect(secondsLeft).toBe(Math.ceil(waiting.count / 5))
  await run(() => read(id))
  expect(await read(id)).toMatchObject({
    state: 'done',
    completed: { count: 24, amount: 475_200 },
    waiting: { count: 0 },
    failed: { count: 0 },
  })
  expect(await states(eventId)).toEqual({ refunded: 24 })
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  const mails = await shop.app.db.selectFrom('dev_inbox').select('subject').where('recipient', '=', god.mail).execute()
  expect(mails.map(({ subject }) => subject)).toContain('Terminó la devolución de Fiesta Lunar Rosario')
  const file = await shop.call(exportRefunds, { params, query: { massRefundId: id } }, { as: god })
  expect((await file.text()).trim().split('\n')).toHaveLength(25)
  const report = await shop.call(getMassRefundReport, { params: { ...params, jobId: id } }, { as: god })
  expect(await report.slice(0, 5).text()).toBe('%PDF-')
  const { massRefunds } = await shop.call(listMassRefunds, { query: { search: 'lunar' } }, { as: god })
  expect(massRefunds[0]).toMatchObject({ id, completed: { count: 24 } })
  expect(await shop.refusal(start())).toBe('nothing_to_refund')
})

test('of what the seller gave back himself, the preview, the summary and the refunds count only what is left', async () => {
  const { eventId, params, preview, start, read, god } = await soldOut(2)
  const payments = await shop.app.db
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select('p.provider_payment_id as id')
    .where('o.event_id', '=', eventId)
    .execute()
  await shop.simulator.control.refund(payments[0]?.id ?? '', 1_980_000)
  await shop.settle()
  const left = { count: 3, amount: 59_400 }
  expect(await preview()).toMatchObject({ refundable: left, platformShare: 5_400 })
  expect(await shop.call(getRefundSummary, { params }, { as: god })).toMatchObject({ refundable: left })
  const { id } = await start()
  await run(() => read(id))
  expect(await read(id)).toMatchObject({ completed: left, failed: { count: 0 }, rejected: { count: 0 } })
})

test('it goes on after pauses, deaths in the middle of a step, and a provider that fails; each ticket is refunded once', async () => {
  const { start, read, change, eventId } = await soldOut(tries(20, 2500))
  const { id } = await start()
  await change(id, 'pause')
  await step()
  expect(await read(id)).toMatchObject({ state: 'paused', all: { count: 0 } })
  await change(id, 'resume')
  // A worker dies while it prepares, and another while it asks: their claims lapse.
  await sql`update mass_refunds set leased_by = gen_random_uuid(), next_attempt_at = app_now() + interval '60 seconds'`.execute(
    shop.app.db,
  )
  await step()
  expect((await read(id)).all.count).toBe(0)
  await shop.advance({ seconds: 61 })
  await step()
  await shop.advance({ seconds: 4 })
  await step()
  await sql`update refunds set state = 'processing', attempts = 1, leased_by = gen_random_uuid(), next_attempt_at = app_now() + interval '30 seconds'
     where mass_refund_id = ${id}::uuid and state = 'approved'`.execute(shop.app.db)
  shop.simulator.control.addFault({ kind: 'lose', path: '/refunds', method: 'POST', times: 6 })
  await run(() => read(id), 4000)
  const { all, completed } = await read(id)
  expect(completed).toEqual(all)
  expect(await states(eventId)).toEqual({ refunded: all.count })
  const asked = shop.simulator.control.payments().flatMap((payment) => shop.simulator.control.refunds(payment.id))
  expect(new Set(asked.map(({ id: each }) => each)).size).toBe(asked.length)
})

test('stopped, what was not asked for yet is let go: those tickets open doors again', async () => {
  const { start, read, change, eventId, typeId } = await soldOut(10)
  const { id } = await start()
  await step()
  await shop.advance({ seconds: 2 })
  await step()
  await change(id, 'stop')
  await run(() => read(id))
  const { completed, rejected, state } = await read(id)
  expect([state, completed.count + rejected.count]).toEqual(['stopped', 20])
  expect(await states(eventId)).toEqual({ valid: rejected.count, refunded: completed.count })
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: rejected.count })
  expect(await shop.refusal(change(id, 'resume'))).toBe('mass_refund_over')
})

test('what was used, given back before or disputed is left out, and counted', async () => {
  const { start, read, eventId, preview, owner, params } = await soldOut(4)
  const tickets = await shop.app.db
    .selectFrom('tickets')
    .select(['id', 'order_id'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  const [used, given, ...rest] = tickets
  await shop.app.db
    .updateTable('tickets')
    .set({ state: 'used', used_at: shop.clock.now() })
    .where('id', '=', used?.id ?? '')
    .execute()
  await shop.call(refundTicketMoney, { params, body: { ticketId: given?.id ?? '', reason } }, { as: owner })
  await shop.settle()
  const disputed = rest.find(({ order_id: order }) => order !== used?.order_id && order !== given?.order_id)
  const { paymentId } = await shop.app.db
    .selectFrom('payments')
    .select('provider_payment_id as paymentId')
    .where('order_id', '=', disputed?.order_id ?? '')
    .executeTakeFirstOrThrow()
  await shop.simulator.control.chargeBack(paymentId)
  await shop.settle()
  expect(await preview()).toMatchObject({
    refundable: { count: 4 },
    used: { count: 1, amount: 19_800 },
    alreadyRefunded: { count: 1, amount: 19_800 },
    disputed: { count: 2 },
  })
  const { id } = await start()
  await run(() => read(id))
  expect(await states(eventId)).toEqual({ used: 1, suspended: 2, refunded: 5 })
})

test('the owner of the company and god admins begin it, with the name of the event typed', async () => {
  const { start, owner, companyId, eventId, read } = await soldOut(1)
  const manager = await shop.given.user({ memberOf: { id: companyId }, companyRole: 'manager' })
  expect(await shop.refusal(start(manager))).toBe('owner_only')
  expect(await shop.refusal(start(owner, 'fiesta lunar'))).toBe('confirmation_mismatch')
  const silent = shop.call(startMassRefund, { params: { id: eventId }, body: { reason } }, { as: owner })
  expect(await shop.refusal(silent)).toBe('confirmation_mismatch')
  // As a phone types it.
  const { id } = await start(owner, ' fiesta LUNAR  rosário')
  const other = await soldOut(1)
  expect(await shop.refusal(other.read(id))).toBe('mass_refund_not_found')
  await run(() => read(id))
  expect(await states(eventId)).toEqual({ refunded: 2 })
})
