/** Totals of events: whatever was folded and whatever was not yet, an organizer reads what was sold and who came in. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEventsDashboard } from '#contract/events/events-managed.ts'
import { getSettlement } from '#contract/companies/settlement.ts'
import { getUsersDashboard } from '#contract/accounts/people.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { inTransaction } from '#server/context.ts'
import { modules } from '#server/app.ts'
import { runChecks } from '#server/db/check-invariants.ts'
import { wholeInvariants } from '#server/db/invariants.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { rewriteFunction } from '#server/testing/selling-pair.ts'
import { foldTotals } from './store.ts'

const NAME = 'what is shown of an event is what the ledger and the door have of it'

let shop: SellingApp
let sale: Awaited<ReturnType<SellingApp['givenSale']>>
let owner: GivenUser
let doorman: GivenUser
beforeAll(async () => {
  shop = await createSellingApp()
  sale = await shop.givenSale({ event: { startsInHours: 3 } })
  owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  doorman = await shop.given.user({ staffOf: { id: sale.eventId } })
})
afterAll(() => shop.close())

const fold = () => inTransaction(shop.app, foldTotals)
async function shown(): Promise<{ paidCents: number; scanned: number }> {
  const { events } = await shop.call(getEventsDashboard, { query: {} }, { as: owner })
  const [event] = events
  if (!event) throw new Error('The list is empty')
  return { paidCents: event.paidCents, scanned: event.scanned }
}
async function folded(): Promise<{ paidCents: number; scanned: number }> {
  const row = await shop.app.db
    .selectFrom('event_totals')
    .select(['paid_cents', 'scanned'])
    .where('event_id', '=', sale.eventId)
    .executeTakeFirst()
  return { paidCents: row?.paid_cents ?? 0, scanned: row?.scanned ?? 0 }
}
async function buyPaid(): Promise<void> {
  const purchase = await shop.buy(await shop.given.user(), sale.typeId, sale.eventId)
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
}
async function letIn(): Promise<void> {
  const ticket = await shop.app.db
    .selectFrom('tickets')
    .select('number')
    .where('event_id', '=', sale.eventId)
    .where('state', '=', 'valid')
    .executeTakeFirstOrThrow()
  const body = { eventId: sale.eventId, via: 'typed' as const }
  await shop.call(scanTicket, { params: { ticketId: ticket.number }, body }, { as: doorman })
}

test('a list shows the same before, between and after the runs that count', async () => {
  // As on a server's first day: a mark is set before anything was sold.
  await fold()
  await fold()
  await buyPaid()
  await letIn()
  const first = await shown()
  expect(first).toEqual({ paidCents: 1_980_000, scanned: 1 })
  await fold()
  expect([await shown(), await folded()]).toEqual([first, { paidCents: 0, scanned: 0 }])
  await buyPaid()
  await fold()
  // The second sale came after the mark.
  expect(await folded()).toEqual({ paidCents: 1_980_000, scanned: 1 })
  expect(await shown()).toEqual({ paidCents: 3_960_000, scanned: 1 })
  await letIn()
  await fold()
  await fold()
  expect(await folded()).toEqual({ paidCents: 3_960_000, scanned: 2 })
  expect(await shown()).toEqual({ paidCents: 3_960_000, scanned: 2 })
  expect(await shop.broken()).toEqual([])
})

test('what goes back stays paid, as in the settlement, whether it was counted before or not', async () => {
  const before = await shown()
  const { publicId } = await shop.app.db
    .selectFrom('orders')
    .select('public_id as publicId')
    .where('event_id', '=', sale.eventId)
    .where('state', '=', 'paid')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const payment = shop.simulator.control.payments().find(({ externalReference }) => externalReference === publicId)
  await shop.simulator.control.refund(payment?.id ?? '', 550_000)
  await shop.settle()
  const { totals } = await shop.call(
    getSettlement,
    { params: { companyId: sale.companyId }, query: { eventId: sale.eventId } },
    { as: owner },
  )
  expect(totals).toMatchObject({ paidCents: before.paidCents, refundedCents: 550_000 })
  expect(await shown()).toEqual(before)
  await fold()
  await fold()
  expect([await shown(), await folded()]).toEqual([before, before])
  expect(await shop.broken()).toEqual([])
})

test('what was under way when a mark was set is counted, however late it is committed', async () => {
  const before = await shown()
  await fold()
  let added = () => {}
  let commit = () => {}
  const isAdded = new Promise<void>((resolve) => (added = resolve))
  const mayCommit = new Promise<void>((resolve) => (commit = resolve))
  const late = shop.app.db.transaction().execute(async (trx) => {
    await sql`insert into ledger_entries (kind, debit, credit, amount_cents, company_id, event_id)
      values ('sale', 'company', 'buyers', 100, ${sale.companyId}, ${sale.eventId})`.execute(trx)
    await sql`insert into scans (id, event_id, scanner_id, result, via)
      values (gen_random_uuid(), ${sale.eventId}, ${doorman.id}, 'admitted', 'typed')`.execute(trx)
    added()
    await mayCommit
  })
  await isAdded
  // Sets the mark past the rows that are not visible yet; the runs after it must wait for them.
  await fold()
  await fold()
  await fold()
  commit()
  await late
  const after = { paidCents: before.paidCents + 100, scanned: before.scanned + 1 }
  expect(await shown()).toEqual(after)
  await fold()
  await fold()
  expect(await shown()).toEqual(after)
  expect(await folded()).toEqual(after)
  expect(await runChecks(shop.app.db, wholeInvariants(modules))).not.toContainEqual(
    expect.objectContaining({ name: NAME }),
  )
})

test('what begins while a mark is being set is counted too', async () => {
  const { db } = shop.app
  const before = await shown()
  const name = 'ledger_end'
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(db)
  // It waits right before it reads how far the ledger is.
  await rewriteFunction(shop, name, (text) =>
    text.replace(
      'from ledger_entries_id_seq q',
      (words) => `${words} where (select pg_advisory_xact_lock(7)::text) is not null`,
    ),
  )
  await sql`select metrics_forget_totals()`.execute(db)
  let folding = Promise.resolve()
  const late = await beginLate(async () => {
    folding = fold()
    await untilBlocked(db)
  })
  await folding
  await sql.raw(rows[0]?.text ?? '').execute(db)
  await fold()
  await fold()
  await late.commit()
  await fold()
  await fold()
  expect(await shown()).toEqual({ ...before, paidCents: before.paidCents + 100 })
  expect((await folded()).paidCents).toBe(before.paidCents + 100)
})

/** A sale that is entered once `meanwhile` is done, and what was held for that is let go; it stays open until it is committed. */
async function beginLate(meanwhile: () => Promise<void>): Promise<{ commit(): Promise<void> }> {
  const { db } = shop.app
  const holder = await db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(7)`.execute(holder)
  await meanwhile()
  const late = await db.startTransaction().execute()
  await sql`insert into ledger_entries (kind, debit, credit, amount_cents, company_id, event_id)
    values ('sale', 'company', 'buyers', 100, ${sale.companyId}, ${sale.eventId})`.execute(late)
  await holder.commit().execute()
  return { commit: () => late.commit().execute() }
}

test('totals that went wrong are found, and can be counted again from nothing', async () => {
  const before = await shown()
  await sql`update event_totals set paid_cents = paid_cents + 100, scanned = scanned + 1`.execute(shop.app.db)
  expect(await runChecks(shop.app.db, wholeInvariants(modules))).toContainEqual({ name: NAME, ids: [sale.eventId] })
  await sql`select metrics_forget_totals()`.execute(shop.app.db)
  expect(await shown()).toEqual(before)
  await fold()
  await fold()
  expect(await folded()).toEqual(before)
})

test('a list of people is the same before and after they are counted, and follows tickets and names', async () => {
  const own = await shop.givenSale({ event: { startsInHours: 3 } })
  const boss = await shop.given.user({ memberOf: { id: own.companyId } })
  const [first, second, receiver] = [
    await shop.given.user({ name: 'Ana Bruno' }),
    await shop.given.user({ name: 'Zoe Costa' }),
    await shop.given.user({ name: 'Mora Díaz' }),
  ]
  const given = await shop.given.ticket({ type: { id: own.typeId, eventId: own.eventId }, holder: first })
  await shop.given.ticket({ type: { id: own.typeId, eventId: own.eventId }, holder: second })
  const people = async (query: { eventId?: string; username?: string; limit?: number; page?: number } = {}) => {
    const { users, pagination } = await shop.call(getUsersDashboard, { query }, { as: boss })
    return [...users.map(({ name, tickets }) => `${name} ${tickets}`), pagination.totalUsers]
  }
  const counted = async () => {
    await fold()
    await fold()
  }
  const both = ['Ana Bruno 1', 'Zoe Costa 1', 2]
  expect(await people()).toEqual(both)
  await counted()
  for (const query of [{}, { eventId: own.eventId }]) expect(await people(query)).toEqual(both)
  expect(await people({ username: 'COSTA' })).toEqual(['Zoe Costa 1', 1])
  expect(await people({ limit: 1, page: 2 })).toEqual(['Zoe Costa 1', 2])
  const body = { name: receiver.name, phone: receiver.phone, mail: receiver.mail }
  await shop.call(transferTicket, { params: { id: given.id }, body }, { as: first })
  expect(await people({ username: 'mora' })).toEqual(['Mora D. 1', 1])
  await counted()
  expect(await people()).toEqual(['Mora D. 1', 'Zoe Costa 1', 2])
  await sql`update users set name = 'Abril Costa' where id = ${second.id}`.execute(shop.app.db)
  expect(await people()).toEqual(['Abril Costa 1', 'Mora D. 1', 2])
  const faults = async () =>
    (await runChecks(shop.app.db, wholeInvariants(modules)))
      .map(({ name }) => name)
      .filter((name) => /the people of/.test(name))
  expect(await faults()).toEqual([])
  await sql`delete from circle_people where user_id = ${second.id}`.execute(shop.app.db)
  await sql`insert into circle_people (circle_id, user_id, folded, since)
    values (${own.eventId}, ${boss.id}, 'x', app_now())`.execute(shop.app.db)
  expect(await faults()).toHaveLength(2)
  await sql`select metrics_forget_totals()`.execute(shop.app.db)
  await counted()
  expect(await faults()).toEqual([])
  expect(await people()).toEqual(['Abril Costa 1', 'Mora D. 1', 2])
})

test('people beyond ten thousand are not counted one by one', async () => {
  const own = await shop.givenSale()
  const boss = await shop.given.user({ memberOf: { id: own.companyId } })
  await sql`with made as (insert into users (id, name) select gen_random_uuid(), 'Alguien ' || n from generate_series(1, 10001) n
      returning id, plain_name)
    insert into circle_people (circle_id, user_id, folded, since)
    select ${own.companyId}::uuid, id, plain_name, app_now() from made`.execute(shop.app.db)
  const { pagination } = await shop.call(getUsersDashboard, { query: {} }, { as: boss })
  expect(pagination).toEqual({
    page: 1,
    limit: 20,
    totalPages: 500,
    total: 10_000,
    totalUsers: 10_000,
    isTotalCapped: true,
  })
})
