/** Everything of an event goes back: counted before, typed, step by step, through pauses and deaths, each ticket once. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelEvent } from '#contract/events/events-managed.ts'
import { exportRefunds, getRefundSummary, refundTicketMoney } from '#contract/sales/refunds.ts'
import {
  changeMassRefund,
  getMassRefund,
  getMassRefundReport,
  listMassRefunds,
  previewMassRefund,
  startMassRefund,
  type MassRefund,
} from '#contract/sales/refunds-mass.ts'
import type { Proof } from '#contract/api/roles.ts'
import { sumBalances } from '#server/modules/ledger/queries-balances.ts'
import type { Actor } from '#server/shared/actor.ts'
import { createMortalApp } from '#server/testing/mortal-app.ts'
import { readMassReport } from '#server/testing/mass-report.ts'
import { stopwatch } from '#server/testing/timing.ts'
import { tries } from '#server/testing/tries.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { drawMassReport } from './report.ts'

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

/** Steps until it is over; at most so many seconds of the clock. What is read meanwhile adds up and only goes on. */
async function run(read: () => Promise<MassRefund>, seconds = 600) {
  let before = await read()
  for (let passed = 0; passed < seconds; passed += 2) {
    await step()
    await shop.settle()
    const now = await read()
    const { state, all, waiting, processing, completed, failed, rejected } = now
    expect(waiting.count + processing.count + completed.count + failed.count + rejected.count).toBe(all.count)
    if (before.state === 'running') expect(all).toEqual(before.all)
    expect(completed.count).toBeGreaterThanOrEqual(before.completed.count)
    if (before.state === 'running') expect(waiting.count).toBeLessThanOrEqual(before.waiting.count)
    if (state === 'done' || state === 'stopped') return
    before = now
    await shop.advance({ seconds: 2 })
  }
  throw new Error('It did not end')
}

/** The worker does one of its jobs and dies in the middle, right after this. */
async function dieAfter(job: 'refunds.mass' | 'refunds.sweep', last: string | number) {
  const { app, isDead } = createMortalApp(shop.app, last)
  await app.queue.runJob(app, job).catch(() => {})
  expect(isDead()).toBe(true)
}

/** What went back of an event by the spreadsheet, the paper, the ledger and the provider's own books: how often, and how much, in pesos. */
async function refundTotals(id: string, { eventId, collectorId, god }: Awaited<ReturnType<typeof soldOut>>) {
  const params = { id: eventId }
  const file = await shop.call(exportRefunds, { params, query: { massRefundId: id } }, { as: god })
  const [header = '', ...cells] = (await file.text()).trim().split('\r\n')
  const at = header.split(';').indexOf('Importe')
  const amounts = cells.map((row) => Number(row.split(';')[at]))
  const paper = await readMassReport(
    await shop.call(getMassRefundReport, { params: { ...params, jobId: id } }, { as: god }),
  )
  const { rows } = await sql<{ amount: number }>`
    select sum(amount_cents)::int8 as amount from ledger_entries
     where event_id = ${eventId}::uuid and kind in ('refund', 'refund_fee') and debit = 'buyers'`.execute(shop.app.db)
  const payments = shop.simulator.control.payments().filter(({ ownerId }) => ownerId === collectorId)
  return {
    spreadsheet: totalOf(amounts),
    paper: totalOf(paper.rows),
    paperSums: [paper.all, paper.completed],
    ledger: (rows[0]?.amount ?? 0) / 100,
    provider: totalOf(payments.map(({ refundedCents }) => refundedCents / 100)).amount,
    // Of each payment: one refund for each of its two tickets, and nothing else.
    refundsOfPayments: new Set(
      payments.map(({ id: paymentId }) =>
        shop.simulator.control
          .refunds(paymentId)
          .map(({ status, amountCents }) => `${status} ${amountCents}`)
          .join(', '),
      ),
    ),
  }
}
const totalOf = (amounts: readonly number[]) => ({
  count: amounts.length,
  amount: amounts.reduce((sum, each) => sum + each, 0),
})
/** The same, where all of it went back. */
const allRefunded = (count: number) => ({
  spreadsheet: { count, amount: count * 19_800 },
  paper: { count, amount: count * 19_800 },
  paperSums: Array.from({ length: 2 }, () => ({ count, amount: count * 19_800 })),
  ledger: count * 19_800,
  provider: count * 19_800,
  refundsOfPayments: new Set(['approved 1980000, approved 1980000']),
})

test('counted, typed, and given back five a second, each ticket once, with a report that adds up', async () => {
  const sale = await soldOut(12)
  const { eventId, typeId, preview, start, read, god } = sale
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
  expect(await refundTotals(id, sale)).toEqual(allRefunded(24))
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

test('the platform gives back just what the preview said, however its part of each ticket rounds', async () => {
  const { eventId, companyId, params, preview, start, read, owner, god } = await soldOut(1)
  const tickets = await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute()
  // Four pesos of each: of what is left of a ticket the fee is 179 963,64 centavos, of both together 359 927,27.
  for (const { id: ticketId } of tickets) {
    await shop.call(refundTicketMoney, { params, body: { ticketId, reason, partialAmount: 4 } }, { as: owner })
  }
  const waiting = await preview()
  await shop.settle()
  const before = await sumBalances(shop.app, { companyId })
  expect(await preview()).toMatchObject({ platformShare: 3_599.27, refundable: { count: 2, amount: 39_592 } })
  expect(waiting).toMatchObject({ platformShare: 3_599.27 })
  const { id } = await start(god)
  await run(() => read(id))
  const after = await sumBalances(shop.app, { companyId })
  expect(before.platform - after.platform).toBe(359_927)
})

test('it goes on after pauses, two deaths in the middle of a step, and a provider that fails; each ticket is refunded once', async () => {
  const orders = tries(20, 2500)
  const sale = await soldOut(orders)
  const { start, read, change, preview, eventId } = sale
  const { refundable } = await preview()
  expect(refundable).toEqual({ count: 2 * orders, amount: 2 * orders * 19_800 })
  const { id } = await start()
  await change(id, 'pause')
  await step()
  expect(await read(id)).toMatchObject({ state: 'paused', all: { count: 0 } })
  await change(id, 'resume')
  // A worker dies while it notes the tickets: its claim lapses.
  await dieAfter('refunds.mass', 'commit: insert refunds, call tickets_move_state, update mass_refunds')
  const noted = await read(id)
  expect(noted.all.count).toBe(Math.min(orders, 100) * 2)
  await step()
  expect(await read(id)).toEqual(noted)
  await shop.advance({ seconds: 61 })
  await step()
  expect(await read(id)).toMatchObject({ state: 'running', all: refundable, waiting: refundable })
  await shop.advance({ seconds: 4 })
  await step()
  // Another dies as the provider refunds the first ticket, before the refund is recorded.
  await dieAfter('refunds.sweep', 'provider: refundPayment')
  expect(await read(id)).toMatchObject({ completed: { count: 0 } })
  shop.simulator.control.addFault({ kind: 'lose', path: '/refunds', method: 'POST', times: 6 })
  await run(() => read(id), 4000)
  expect(await read(id)).toMatchObject({ state: 'done', all: refundable, completed: refundable })
  expect(await states(eventId)).toEqual({ refunded: refundable.count })
  expect(await refundTotals(id, sale)).toEqual(allRefunded(refundable.count))
})

test('a paper that would be too long says how many are in the spreadsheet alone', async () => {
  const { start, read, god, eventId } = await soldOut(3)
  const { id } = await start()
  await run(() => read(id))
  const actor = { userId: god.id, roles: ['godAdmin'] } as unknown as Actor // only these are read
  const draw = async (mostRows?: number) => {
    const { bytes } = await drawMassReport(shop.app, actor, eventId as Proof<'managedEvent'>, id, mostRows)
    return readMassReport(new Blob([new Uint8Array(bytes as Buffer)])) // a paper is drawn whole
  }
  const [whole, cut] = [await draw(), await draw(4)]
  expect([whole.rows.length, whole.lines.filter((line) => line.includes('Faltan'))]).toEqual([6, []])
  expect([cut.rows.length, cut.all.count]).toEqual([4, 6])
  expect(cut.lines).toContain('Acá están las primeras 4. Faltan 2: están en la planilla de esta devolución.')
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

test('a call that leaves the name out begins what the preview showed the same session, for a quarter of an hour', async () => {
  const { eventId, typeId, owner, god, preview, params, read } = await soldOut(1)
  const silent = (as: GivenUser) => shop.call(startMassRefund, { params, body: { reason } }, { as })
  await preview(god)
  expect(await shop.refusal(silent(owner)), 'another session').toBe('confirmation_mismatch')
  await preview(owner)
  await shop.advance({ minutes: 16 })
  await shop.app.db.updateTable('sessions').set({ confirmed_at: shop.clock.now() }).execute()
  expect(await shop.refusal(silent(owner)), 'too late').toBe('confirmation_mismatch')
  await preview(owner)
  await shop.app.db.updateTable('ticket_stock').set({ capacity: 10 }).where('type_id', '=', typeId).execute()
  const [buyer] = await shop.buyers(1)
  const purchase = await shop.buy(buyer as GivenUser, typeId, eventId, 1)
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  expect(await shop.refusal(silent(owner)), 'more than was shown').toBe('confirmation_mismatch')
  expect((await preview(owner)).refundable.count).toBe(3)
  const { id } = await silent(owner)
  await run(() => read(id))
  expect(await states(eventId)).toEqual({ refunded: 3 })
})

test('the name that was typed to cancel the event is not asked again for an hour; its reason comes along', async () => {
  const { owner, params, preview, companyId } = await soldOut(1)
  const body = { reason: 'Se cortó la luz', confirmation: 'fiesta lunar rosario' }
  /** Has just given the password. */
  const freshOwner = (id: string) => shop.given.user({ memberOf: { id } })
  expect(await preview(owner)).toMatchObject({ confirmation: 'Fiesta Lunar Rosario', reason: null })
  await shop.call(cancelEvent, { params, body }, { as: owner })
  await shop.advance({ minutes: 61 })
  expect(await preview(owner)).toMatchObject({ confirmation: 'Fiesta Lunar Rosario', reason: 'Se cortó la luz' })
  const late = await freshOwner(companyId)
  expect(await shop.refusal(shop.call(startMassRefund, { params, body: { reason } }, { as: late }))).toBe(
    'confirmation_mismatch',
  )
  const soon = await soldOut(1)
  await shop.call(cancelEvent, { params: soon.params, body }, { as: soon.owner })
  await shop.advance({ minutes: 59 })
  expect(await soon.preview(soon.owner)).toMatchObject({ confirmation: null, reason: 'Se cortó la luz' })
  const { id } = await shop.call(
    startMassRefund,
    { params: soon.params, body: { reason } },
    { as: await freshOwner(soon.companyId) },
  )
  await run(() => soon.read(id))
})

test.each(['🎉🎉', '\u0301\u0308'])('an event called %j is cancelled and given back by the words', async (name) => {
  const { owner, eventId, params, start, preview, read } = await soldOut(1)
  await shop.app.db.updateTable('events').set({ name }).where('id', '=', eventId).execute()
  expect(await preview(owner)).toMatchObject({ confirmation: 'DEVOLVER' })
  for (const typed of ['', name, 'CANCELAR']) {
    expect(await shop.refusal(start(owner, typed))).toBe('confirmation_mismatch')
    const cancelling = shop.call(
      cancelEvent,
      { params, body: { reason, confirmation: typed.replace('CANCELAR', 'DEVOLVER') } },
      { as: owner },
    )
    expect(await shop.refusal(cancelling)).toBe('confirmation_mismatch')
  }
  const { id } = await start(owner, 'devolver')
  await run(() => read(id))
  expect(
    await shop.call(cancelEvent, { params, body: { reason, confirmation: 'cancelar' } }, { as: owner }),
  ).toMatchObject({
    state: 'cancelled',
  })
})
