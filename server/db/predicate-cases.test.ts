/**
 * What rules that SQL says once answer, case by case, and that TypeScript answers alike where it has to decide by the same rule
 * (docs/architecture.md, «Rules with one home»).
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATES, type OrderState } from '#contract/sales/checkout.ts'
import { payUntilMs } from '#server/modules/checkout/holds/hold-rules.ts'
import { hasPaid, isUnpaid } from '#server/modules/checkout/order.ts'
import type { LockedOrder } from '#server/modules/checkout/store.ts'
import type { StoredPayment } from '#server/modules/payments/store.ts'
import { isSoldOut, keptPlaces, openPlaces, openPlacesOfEvent } from '#server/modules/stock/places-left.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('an event is on sale while it is active, not closed and not over, and its company is approved', async () => {
  const { rows } = await sql<{
    event: string
    company: string
    ends: number | null
    isClosed: boolean
    isOnSale: boolean
  }>`
    select event, company, ends, is_closed as "isClosed",
           events_is_on_sale(event, case when is_closed then app_now() end, app_now() + make_interval(hours => ends), company, app_now()) as "isOnSale"
      from unnest(array['pending', 'active', 'inactive', 'success', 'cancelled']) event,
           unnest(array['pending', 'approved', 'needs_changes', 'rejected', 'blocked']) company,
           unnest(array[-1, 0, 1, null]) ends, unnest(array[true, false]) is_closed`.execute(server.app.db)
  expect(rows).toHaveLength(200)
  const onSale = rows
    .filter(({ isOnSale }) => isOnSale)
    .map(({ event, company, ends, isClosed }) => [event, company, ends, isClosed])
  expect(onSale).toEqual([0, 1, null].map((hours) => ['active', 'approved', hours, false]))
})

test.each([
  ['checkout_is_unpaid', isUnpaid],
  ['checkout_has_paid', hasPaid],
] as const)('%s says what TypeScript says of every state of an order', async (name, rule) => {
  const { rows } = await sql<{ state: OrderState; holds: boolean }>`
    select state, ${sql.raw(name)}(state) as holds from unnest(${[...ORDER_STATES]}::text[]) state`.execute(
    server.app.db,
  )
  for (const { state, holds } of rows) expect([state, holds]).toEqual([state, rule(state)])
})

test.each([
  ['checkout_is_unpaid', ['reserved', 'pending_payment']],
  ['checkout_has_paid', ['paid', 'partially_refunded', 'refunded', 'in_dispute']],
  ['checkout_counts_discount', ['reserved', 'pending_payment', 'paid', 'partially_refunded', 'refunded', 'in_dispute']],
])('%s holds in these states and in no other', async (name, states) => {
  const { rows } = await sql<{ state: string }>`
    select state from unnest(${[...ORDER_STATES]}::text[]) state where ${sql.raw(name)}(state)`.execute(server.app.db)
  expect(rows.map(({ state }) => state)).toEqual(states)
})

test.each<[state: OrderState, heldSeconds: number | null, cents: number, shown: OrderState]>([
  ['reserved', 61, 100, 'reserved'],
  ['pending_payment', 61, 100, 'pending_payment'],
  ['reserved', 60, 100, 'expired'],
  ['pending_payment', 60, 100, 'expired'],
  ['pending_payment', -1, 100, 'expired'],
  ['reserved', -1, 0, 'reserved'],
  ['reserved', null, 100, 'reserved'],
  ['paid', -1, 100, 'paid'],
  ['partially_refunded', -1, 100, 'partially_refunded'],
  ['refunded', -1, 100, 'refunded'],
  ['expired', 61, 100, 'expired'],
  ['cancelled', 61, 100, 'cancelled'],
  ['cancelled', -1, 100, 'cancelled'],
  ['failed', -1, 100, 'failed'],
  ['in_dispute', -1, 100, 'in_dispute'],
])('an order that is %s and held for %s s, of %s centavos, is shown as %s', async (state, held, cents, shown) => {
  const { rows } = await sql<{ shown: string; cancelled: string; payUntil: number | null; heldUntil: number | null }>`
    select checkout_shown_state(${state}, h.until, ${cents}, 'active', m.moment) as shown,
           checkout_shown_state(${state}, h.until, ${cents}, 'cancelled', m.moment) as cancelled, epoch_ms(h.until) as "heldUntil",
           epoch_ms(checkout_pay_until(h.until, ${cents})) as "payUntil"
      from (select app_now() as moment) m
     cross join lateral (select m.moment + make_interval(secs => ${held}::int) as until) h`.execute(server.app.db)
  const [row] = rows
  expect(row?.shown).toBe(shown)
  expect(row?.cancelled).toBe(['reserved', 'pending_payment'].includes(state) ? 'cancelled' : state)
  expect(row?.payUntil).toBe(typeof row?.heldUntil !== 'number' || cents === 0 ? null : payUntilMs(row.heldUntil))
})

test.each<[string, string, { starts?: number; sale?: number; valid?: number; isRemoved?: true }, boolean]>([
  ['a date that is not known', 'active', {}, false],
  ['two hours before the start', 'active', { starts: 120 }, true],
  ['a minute earlier', 'active', { starts: 121 }, false],
  ['an event that is over', 'active', { starts: -3000 }, true],
  ['a paused event', 'inactive', { starts: 121 }, false],
  ['a draft', 'pending', { starts: 121 }, false],
  ['a cancelled event', 'cancelled', { starts: 3000 }, true],
  ['an event that took place', 'success', {}, true],
  ['a removed type', 'active', { starts: 3000, isRemoved: true }, true],
  ['the end of its sale', 'active', { starts: 3000, sale: 0 }, true],
  ['a minute before that', 'active', { starts: 3000, sale: 1 }, false],
  ['the last hour of its tickets', 'active', { sale: 1, valid: 0 }, true],
])('the waitlist of %s', async (_name, state, { starts, sale, valid, isRemoved }, isClosed) => {
  const inMinutes = (minutes: number | undefined) => sql`app_now() + make_interval(mins => ${minutes ?? null}::int)`
  const { rows } = await sql<{ isClosed: boolean }>`
    select waiting_list_is_closed(${state}, case when ${isRemoved ?? false} then app_now() end,
             waiting_list_closes_at(${inMinutes(starts)}, ${inMinutes(sale)}, ${inMinutes(valid)}), app_now()) as "isClosed"`.execute(
    server.app.db,
  )
  expect(rows).toEqual([{ isClosed }])
})

test.each([
  [null, [{ capacity: 10, held: 2, sold: 3, courtesy: 1, wanted: 0 }]],
  [null, [{ capacity: 10, held: 2, sold: 3, courtesy: 1, wanted: 9 }]],
  [20, [{ capacity: 10, held: 2, sold: 3, courtesy: 1, wanted: 2 }]],
  [
    12,
    [
      { capacity: 10, held: 0, sold: 10, courtesy: 0, wanted: 5 },
      { capacity: 10, held: 0, sold: 0, courtesy: 1, wanted: 1 },
    ],
  ],
  [
    5,
    [
      { capacity: 4, held: 1, sold: 0, courtesy: 1, wanted: 3 },
      { capacity: 4, held: 0, sold: 0, courtesy: 0, wanted: 4 },
    ],
  ],
])('what is left of a stock of %s is counted alike by both, and shown as sold out alike', async (capacity, types) => {
  const event = await server.given.event({ state: 'active' })
  for (const stock of types) {
    const { id } = await server.given.ticketType({ event, capacity: stock.capacity })
    await server.app.db.updateTable('ticket_stock').set(stock).where('type_id', '=', id).execute()
  }
  const taken = types.reduce((sum, { held, sold, courtesy }) => sum + held + sold + courtesy, 0)
  await server.app.db.updateTable('event_stock').set({ capacity, taken }).where('event_id', '=', event.id).execute()
  const { rows } = await sql<{ kept: number; open: number; openOfEvent: number | null }>`
    select stock_kept(s) as kept, stock_open_places(s) as open, stock_open_places_of_event(e) as "openOfEvent"
      from ticket_stock s join event_stock e on e.event_id = s.event_id
     where s.event_id = ${event.id} order by s.type_id`.execute(server.app.db)
  const waited = types.map(({ capacity: all, held, sold, courtesy, wanted }) => {
    return { free: all - held - sold - courtesy, wanted }
  })
  const left = { free: capacity === null ? null : capacity - taken }
  expect(rows.map(({ kept, open }) => [kept, open])).toEqual(waited.map((type) => [keptPlaces(type), openPlaces(type)]))
  for (const [n, { open, openOfEvent }] of rows.entries()) {
    expect(openOfEvent ?? Infinity).toBe(openPlacesOfEvent(left.free, waited))
    const type = waited[n]
    expect(type && isSoldOut(type, left, waited)).toBe(open <= 0 || (openOfEvent ?? 1) <= 0)
  }
})

/** Every field of a fact that SQL writes as JSON and TypeScript declares: the compiler holds that none is forgotten here. */
const LOCKED_ORDER: Record<keyof LockedOrder, string> = {
  id: 'string',
  publicId: 'string',
  eventId: 'string',
  companyId: 'string',
  buyerId: 'string',
  state: 'string',
  isHoldExtended: 'boolean',
  isUnproved: 'boolean',
  subtotalCents: 'number',
  feeCents: 'number',
  totalCents: 'number',
  absorbedFeeCents: 'number',
  paidCents: 'number',
  refundedCents: 'number',
  drinksCount: 'number',
  ticketId: 'string',
  isOver: 'boolean',
}
const STORED_PAYMENT: Record<keyof StoredPayment, string> = {
  id: 'string',
  orderId: 'string',
  status: 'string',
  lastUpdatedAt: 'string',
  amountCents: 'number',
  refundedCents: 'number',
  providerFeeCents: 'number',
  isApplied: 'boolean',
}

test.each([
  ['checkout_locked_order', 'orders', LOCKED_ORDER],
  ['payments_stored_payment', 'payments', STORED_PAYMENT],
])('%s gives the fields that TypeScript reads', async (name, table, fields) => {
  const columns = (await server.app.db.introspection.getTables()).find((each) => each.name === table)?.columns ?? []
  const literal = columns.map(({ dataType }) => LITERALS[dataType] ?? 'null').join(', ')
  const { rows } = await sql<{ facts: Record<string, unknown> }>`
    select ${sql.raw(`${name}(row(${literal})::${table})`)} as facts`.execute(server.app.db)
  const kinds = Object.entries(rows[0]?.facts ?? {}).map(([field, value]) => [field, typeof value])
  expect(Object.fromEntries(kinds)).toEqual(fields)
})

/** A value of each kind of column. */
const LITERALS: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'a'`,
  bool: 'true',
  int8: '1',
  int4: '1',
  timestamptz: 'app_now()',
}
