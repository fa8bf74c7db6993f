/**
 * Rules that SQL says once (docs/architecture.md, «Where a rule stands»): a query that asks one costs what it would cost
 * with the rule written into it, and an index whose condition repeats one says the same.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function planOf(query: string): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain (verbose, costs off) ${sql.raw(query)}`.execute(server.app.db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['companies_selling_paid', 'select c.id from companies c where exists (select from companies_selling_paid(c.id))'],
  ['refunds_of_ticket', 'select t.id from tickets t where exists (select from refunds_of_ticket(t.order_id, t.id))'],
  ['refunds_is_open', 'select t.id from tickets t where exists (select from refunds_of_ticket(t.order_id, t.id))'],
  ['refunds_bought_nothing', 'select r.id from refunds r where refunds_bought_nothing(r.source)'],
  [
    'tickets_transfer_problem',
    `select tickets_transfer_problem(t.state, t.transfers, 3, e.allows_transfers, e.state,
                                     is_event_expired(e.starts_at, e.ends_at))
       from tickets t join events e on e.id = t.event_id`,
  ],
])('%s becomes part of the query that asks it', async (name, query) => {
  expect(await planOf(query)).not.toMatch(new RegExp(`${name}\\b`))
})

test('a payment has one refund for money that bought nothing: the index and the rule mean the same', async () => {
  const { rows } = await sql<{ source: string; byRule: boolean; byIndex: boolean }>`
    select r.source, refunds_bought_nothing(r.source) as "byRule", ${sql.raw(await conditionOf('refunds_one_automatic'))} as "byIndex"
      from unnest(array['buyer_regret', 'organizer', 'event_cancelled', 'god_mass', 'late_payment', 'wrong_payment', 'chargeback']) r (source)`.execute(server.app.db)
  expect(rows.filter(({ byRule }) => byRule)).toHaveLength(2)
  for (const { byRule, byIndex } of rows) expect(byIndex).toBe(byRule)
})

async function conditionOf(index: string): Promise<string> {
  const { rows } = await sql<{ condition: string }>`
    select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = ${index}::regclass`.execute(
    server.app.db,
  )
  return rows[0]?.condition ?? ''
}
