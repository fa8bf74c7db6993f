/**
 * Money and tickets as a property: whatever buyers, an organizer, a seller, a bank, doormen and a provider that fails do in
 * whatever order, every invariant holds after each step, and in the end the ledger says what the provider's books say.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isNextForPayment } from '#server/modules/payments/refunds/store.ts'
import { newId } from '#server/shared/ids.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import { compareFigures, fold } from '#server/testing/compare-figures.ts'
import {
  changeMass,
  EVENT_NAME,
  REFUSALS,
  take,
  wait,
  work,
  type MoneyHistory,
  type MoneyStep,
} from '#server/testing/money-steps.ts'
import { openQuickCheck, type QuickCheck } from '#server/testing/quick-check.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'

const any = fc.nat({ max: 30 })
const part = fc.option(fc.integer({ min: 1, max: 25 }))

const step: fc.Arbitrary<MoneyStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('buy'), quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('pay'), which: fc.option(any, { freq: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pay late'), which: any }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('refund'), which: any, part, ends: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('seller gives back'), which: any, part }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('charge back'), which: any }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('decide chargeback'),
      which: any,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('mass') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('change mass'),
      act: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('scan'), which: any }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('transfer'), which: any }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('add drinks'), which: any, pays: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('refund drinks'), which: any }) },
  { weight: 14, arbitrary: fc.record({ does: fc.constant('work') }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait'), seconds: fc.constantFrom(1, 3, 31, 120) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('end of the event') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('provider'),
      is: fc.constantFrom(
        'well' as const,
        'away' as const,
        'forgetful' as const,
        'slow' as const,
        'strict' as const,
        'poor' as const,
      ),
    }),
  },
)

/** What has to have happened at least once in a run, or it has shown nothing of it. */
const SOMETIMES = [
  Object.keys(REFUSALS),
  [
    'buy: sold_out',
    'scan: ticket_already_used',
    'scan: ticket_inactive',
    'redeem: ticket_inactive',
    'add drinks: ticket_not_valid',
    'transfer: ticket_refunding',
  ],
  ['refund: refund_too_high', 'refund: used_ticket_refund', 'refund: ticket_not_refundable'],
  ['mass: mass_refund_running', 'mass: nothing_to_refund', 'change mass: mass_refund_over'],
  // Of the audit.
  ['order.confirm', 'order.take-back', 'order.dispute-won', 'order.dispute-lost', 'payment.alert'],
  ['refund.request', 'refund.complete', 'refund.failed', 'refund.rejected', 'refund.shrink', 'refund.external'],
  ['ticket.scan', 'drink_voucher.redeem', 'ticket.suspend', 'ticket.restore', 'ticket.refund'],
  // Of what was there in the end.
  ['ticket valid', 'ticket used', 'ticket refunded', 'ticket expired', 'ticket suspended'],
  ['order expired', 'order paid', 'order partially_refunded', 'order refunded', 'order in_dispute'],
  ['refund by late_payment', 'refund by wrong_payment', 'refund by chargeback'],
  ['mass done', 'mass stopped'],
].flat()

/** A shop with what looks after it; a full database would make each look longer. */
interface Place {
  readonly shop: SellingApp
  readonly check: QuickCheck
}

interface History extends Place, MoneyHistory {
  /** The last audit row before it. */
  readonly since: number
}

/** More rounds than any refund takes; what is open after them is reported. */
const MOST_ROUNDS = 60

/** All is well again, and everybody has the time that they need: the clock moves to when the next of them is due. */
async function comeToRest(history: History): Promise<void> {
  const { shop, eventId } = history
  const { control } = shop.simulator
  control.behave()
  await control.setBalance(history.collectorId, null)
  for (const payment of history.payments) {
    for (const refund of control.refunds(payment)) {
      if (refund.status === 'in_process') await control.settleRefund(refund.id, 'approved')
    }
  }
  await changeMass(history, 'resume')
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await work(history)
    const { rows } = await sql<{ seconds: number }>`
      select ceil(greatest(0, extract(epoch from w.at - app_now())))::int as seconds from (
        select next_attempt_at as at from refunds where event_id = ${eventId} and state in ('approved', 'processing') and ${isNextForPayment}
         union all
        select next_attempt_at from mass_refunds where event_id = ${eventId} and state not in ('done', 'stopped')
         union all
        select next_attempt_at from provider_notifications where handled_at is null) w
       order by w.at limit 1`.execute(shop.app.db)
    const [next] = rows
    if (!next && control.pendingNotifications() === 0) break
    await wait(history, { seconds: next?.seconds ?? 1 })
  }
}

/** There is nearly always a purchase before it begins, so that there are tickets to do something with. */
const histories = fc.record({
  bought: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3, size: 'max' }),
  steps: fc.array(step, { minLength: 12, maxLength: 25, size: 'max' }),
})
type Drawn = typeof histories extends fc.Arbitrary<infer Each> ? Each : never

/** Lives a history in a shop of others; throws what is wrong, after the first step after which something is. */
async function live({ shop, check }: Place, { bought, steps }: Drawn, reached: Set<string>): Promise<void> {
  shop.simulator.control.behave()
  const sale = await shop.givenSale({
    type: { capacity: 12 },
    // The door opens six hours before the start.
    event: { name: EVENT_NAME, personLimit: 20, startsInHours: 5, lastsHours: 20 },
  })
  const drinkId = newId()
  const drink = { id: drinkId, event_id: sale.eventId, name: 'Cerveza', price_cents: 600_000, position: 1 }
  await shop.app.db.insertInto('drinks').values(drink).execute()
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  const doorman = await shop.given.user({ staffOf: { id: sale.eventId } })
  const buyers = await shop.buyers(4)
  const people = { owner, doorman, buyers }
  const since = await lastAudit(shop)
  const history: History = {
    shop,
    check,
    ...sale,
    ...people,
    drinkId,
    preferences: [],
    payments: [],
    since,
    reached,
    massRefundId: null,
  }
  const sales = bought.flatMap((quantity): MoneyStep[] => [
    { does: 'buy', quantity },
    { does: 'pay', which: null },
  ])
  for (const each of [...sales, { does: 'work' } as const, ...steps]) {
    await take(history, each)
    expect(await check.broken()).toEqual([])
    // Some of it is counted before what comes, the rest is what readers add.
    if (each.does === 'wait') await fold(shop)
  }
  await comeToRest(history)
  expect(await check.broken()).toEqual([])
  const theirs = history.payments.map((id) => shop.simulator.control.payment(id))
  expect(await compareBooks(shop.app, theirs)).toEqual([])
  expect(await compareFigures(shop, { ...sale, owner })).toEqual([])
  expect(await openRefunds(history)).toEqual([])
  expect(await keptOfEnded(history)).toEqual([])
  for (const each of await happened(history)) reached.add(each)
}

async function lastAudit({ app }: SellingApp): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from audit_rows`.execute(app.db)
  return rows[0]?.id ?? 0
}

const openRefunds = ({ shop, eventId }: History) =>
  shop.app.db
    .selectFrom('refunds')
    .select(['state', 'source', 'last_error'])
    .where('event_id', '=', eventId)
    .where(sql<boolean>`payments_refund_is_open(state)`)
    .execute()

/** Money of drinks that nobody can have any more, but for refunds that the provider refused for good. */
const keptOfEnded = async ({ shop, eventId }: History) => {
  const { rows } = await sql`
    select o.number from orders o join tickets t on t.id = o.ticket_id left join orders own on own.id = t.order_id
     where o.event_id = ${eventId} and (t.state in ('refunded', 'cancelled') or own.state = 'refunded')
       and checkout_drinks_left(o.id) > 0
       and not exists (select from refunds r where r.order_id = o.id and r.state = 'failed')`.execute(shop.app.db)
  return rows
}

/** Which acts of ours, and which ends, the history has. */
async function happened({ shop, eventId, since }: History): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select a.action as what from audit_rows a where a.id > ${since}
     union select 'order ' || o.state from orders o where o.event_id = ${eventId}
     union select 'ticket ' || t.state from tickets t where t.event_id = ${eventId}
     union select 'refund by ' || r.source from refunds r where r.event_id = ${eventId}
     union select 'mass ' || m.state from mass_refunds m where m.event_id = ${eventId}`.execute(shop.app.db)
  return rows.map(({ what }) => what)
}

/** Each look reads the whole database. */
const PER_DATABASE = 20

/** The property of histories, some of which share a database that `prepare` may change first; close it. */
function inShops(prepare: (shop: SellingApp) => Promise<void> = async () => {}) {
  let place: Place | null = null
  let lived = 0
  const reached = new Set<string>()
  const close = async () => {
    await place?.check.close()
    await place?.shop.close()
    place = null
  }
  const property = fc.asyncProperty(histories, async (drawn) => {
    if (lived % PER_DATABASE === 0) await close()
    lived += 1
    if (!place) {
      const shop = await createSellingApp()
      await prepare(shop)
      place = { shop, check: await openQuickCheck(shop) }
    }
    await live(place, drawn, reached)
  })
  return { property, reached, close }
}

test(
  'whatever happens to money and tickets in whatever order, every invariant holds after each step (M1–M8)',
  async () => {
    const { property, reached, close } = inShops()
    try {
      for (const run of tries<readonly Run[]>(SEEDS, [{ numRuns: 10_000 }])) await fc.assert(property, run)
    } finally {
      await close()
    }
    expect(SOMETIMES.filter((each) => !reached.has(each))).toEqual([])
  },
  tries(120_000, 12 * 3_600_000),
)

/** So many histories from a seed; from any where it names none. */
interface Run {
  readonly seed?: number
  readonly numRuns: number
}

/** Histories that together come by everything twice, others where what is drawn changes; in `npm run prove` chance has to. */
const SEEDS = [1010, 1012, 1013, 1016, 1019, 1021, 1037, 1038, 1051, 1053, 1057, 1063, 1075, 1076, 1140].map(
  (seed) => ({ seed, numRuns: 1 }),
)

test('control: where a ticket that has ended may end once more, a history comes by it', async () => {
  const { property, close } = inShops(async ({ app }) => {
    await sql`
      create or replace function tickets_move_state(ids uuid[], states text[], next_state text, audit_action text)
      returns table (ticket_id uuid, type_id uuid) language sql as $$
        update tickets t set state = next_state where t.id = any (ids) returning t.id, t.type_id $$`.execute(app.db)
  })
  try {
    const found = await fc.check(property, { numRuns: 30, seed: 1, endOnFailure: true })
    expect(found.failed).toBe(true)
  } finally {
    await close()
  }
})
