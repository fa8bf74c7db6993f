/**
 * Rules that SQL defines once, as functions: a query that calls one costs the same as with the rule written into it, and an index
 * whose condition repeats one agrees with it.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATES } from '#contract/sales/checkout.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function planOf(query: string, db = server.app.db): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain (verbose, costs off) ${sql.raw(query)}`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  [
    'companies_collecting_account',
    'select c.id from companies c where exists (select from companies_selling_account(c.id))',
  ],
  [
    'companies_selling_account',
    'select c.id from companies c where exists (select from companies_selling_account(c.id))',
  ],
  [
    'accounts_has_verified_contact',
    'select u.id from users u where accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at)',
  ],
  ['checkout_is_unpaid', 'select o.id from orders o where checkout_is_unpaid(o.state)'],
  ['checkout_has_paid', 'select o.id from orders o where checkout_has_paid(o.state)'],
  [
    'events_is_on_sale',
    `select e.id from events e join companies c on c.id = e.company_id
      where events_is_on_sale(e.state, e.sale_closed_at, e.expires_at, c.state, (select app_now()))`,
  ],
  [
    'checkout_pay_until',
    'select o.id from orders o where checkout_pay_until(o.held_until, o.total_cents) <= app_now()',
  ],
  [
    'checkout_shown_state',
    `select o.id from orders o join events e on e.id = o.event_id
      where checkout_shown_state(o.state, o.held_until, o.total_cents, e.state, app_now()) = 'expired'`,
  ],
  ['checkout_locked_order', 'select checkout_locked_order(o) from orders o'],
  ['payments_stored_payment', 'select payments_stored_payment(p) from payments p'],
  [
    'waiting_list_(is_closed|closes_at)',
    `select t.id from ticket_types t join events e on e.id = t.event_id
      where waiting_list_is_closed(e.state, t.removed_at,
                                   waiting_list_closes_at(e.starts_at, t.sale_ends_at, t.valid_until), app_now())`,
  ],
  ['stock_(kept|free_places)', 'select s.type_id from ticket_stock s where stock_kept(s) > 0'],
  ['stock_(free|open)_places', 'select s.type_id from ticket_stock s where stock_open_places(s) > 0'],
  ['stock_open_places_of_event', 'select s.event_id from event_stock s where stock_open_places_of_event(s) > 0'],
  ['events_is_public', 'select e.id from events e where events_is_public(e.state, e.is_private)'],
  ['events_is_listed', 'select e.id from events e where events_is_listed(e.state, e.is_private)'],
  [
    'events_is_to_come',
    'select e.id from events e where events_is_to_come(e.state, e.is_private, e.expires_at, (select app_now()))',
  ],
  [
    'ledger_paid_cents',
    'select sum(ledger_paid_cents(l.kind, l.debit, l.credit, l.amount_cents)) from ledger_entries l',
  ],
  [
    'payments_refunds_of_ticket',
    'select t.id from tickets t where exists (select from payments_refunds_of_ticket(t.order_id, t.id))',
  ],
  [
    'payments_refund_is_open',
    'select t.id from tickets t where exists (select from payments_refunds_of_ticket(t.order_id, t.id))',
  ],
  ['payments_bought_nothing', 'select r.id from refunds r where payments_bought_nothing(r.source)'],
  [
    'tickets_transfer_problem',
    `select tickets_transfer_problem(t.state, t.transfers, 3, e.allows_transfers, e.state,
                                     is_event_expired(e.starts_at, e.ends_at))
       from tickets t join events e on e.id = t.event_id`,
  ],
])('%s becomes part of the query that asks it', async (name, query) => {
  expect(await planOf(query)).not.toMatch(new RegExp(`${name}\\b`))
})

test.each([
  'select e.id from events e where events_is_listed(e.state, e.is_private) order by e.starts_at, e.id',
  `select e.id from events e
    where events_is_to_come(e.state, e.is_private, e.expires_at, (select app_now())) order by e.starts_at, e.id`,
])('public lists are served by their index: %s', async (query) => {
  const plan = await server.app.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return planOf(query, db)
  })
  expect(plan).toContain('events_public')
})

test('what is listed and what the index of public lists holds are the same', async () => {
  const { rows } = await sql<{ byRule: boolean; byIndex: boolean }>`
    with e as (
      select state, is_private
        from unnest(array['pending', 'active', 'inactive', 'success', 'cancelled']) state, unnest(array[true, false]) is_private)
    select events_is_listed(e.state, e.is_private) as "byRule", ${sql.raw(await conditionOf('events_public'))} as "byIndex"
      from e`.execute(server.app.db)
  expect(rows).toHaveLength(10)
  expect(rows.filter(({ byRule }) => byRule)).toHaveLength(2)
  for (const { byRule, byIndex } of rows) expect(byIndex).toBe(byRule)
})

test('an event is over by its stored moment when it is by its dates', async () => {
  const hours = [null, ...Array.from({ length: 60 }, (_, n) => n * 3 - 90)]
  const { rows: columns } = await sql<{ stored: string }>`
    select pg_get_expr(d.adbin, d.adrelid) as stored from pg_attribute a join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
     where a.attrelid = 'events'::regclass and a.attname = 'expires_at'`.execute(server.app.db)
  const { rows } = await sql<{ byColumn: boolean; byDates: boolean }>`
    with dates as (
      select app_now() + make_interval(hours => s) as starts_at, app_now() + make_interval(hours => s + l) as ends_at
        from unnest(${hours}::int[]) s, unnest(array[null, 1, 5, 30]) l
       where s is not null or l is null)
    select coalesce(${sql.raw(columns[0]?.stored ?? '')} < app_now(), false) as "byColumn",
           is_event_expired(starts_at, ends_at) as "byDates"
      from dates`.execute(server.app.db)
  expect(new Set(rows.map(({ byDates }) => byDates)).size).toBe(2)
  for (const { byColumn, byDates } of rows) expect(byColumn).toBe(byDates)
})

test('a payment has one refund for money that bought nothing: the index and the rule mean the same', async () => {
  const { rows } = await sql<{ source: string; byRule: boolean; byIndex: boolean }>`
    select r.source, payments_bought_nothing(r.source) as "byRule", ${sql.raw(await conditionOf('refunds_one_automatic'))} as "byIndex"
      from unnest(array['buyer_regret', 'organizer', 'event_cancelled', 'god_mass', 'late_payment', 'wrong_payment', 'chargeback']) r (source)`.execute(
    server.app.db,
  )
  expect(rows.filter(({ byRule }) => byRule)).toHaveLength(2)
  for (const { byRule, byIndex } of rows) expect(byIndex).toBe(byRule)
})

test.each(['orders_one_unpaid', 'orders_held', 'orders_device_unpaid'])(
  'the index %s holds what the rule calls unpaid',
  async (index) => {
    const { rows } = await sql<{ byRule: boolean; byIndex: boolean }>`
    select checkout_is_unpaid(o.state) as "byRule", ${sql.raw(await conditionOf(index))} as "byIndex"
      from (select state, app_now() as held_until, 'device' as device, null::uuid as ticket_id from unnest(${[...ORDER_STATES]}::text[]) state) o`.execute(
      server.app.db,
    )
    expect(rows.filter(({ byRule }) => byRule)).toHaveLength(2)
    for (const { byRule, byIndex } of rows) expect(byIndex).toBe(byRule)
  },
)

test('a hold whose time is over is found by the index of holds', async () => {
  const plan = await server.app.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return planOf(
      'select o.id from orders o where o.held_until <= (select app_now()) and checkout_is_unpaid(o.state)',
      db,
    )
  })
  expect(plan).toContain('orders_held')
})

async function conditionOf(index: string): Promise<string> {
  const { rows } = await sql<{ condition: string }>`
    select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = ${index}::regclass`.execute(
    server.app.db,
  )
  return rows[0]?.condition ?? ''
}
