/**
 * Courtesies and sales in person as a property: mixed in any order with purchases, refunds, scans and transfers, every invariant holds
 * after each step, and in the end the company's cash is the price of what was sold by hand and not cancelled.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelTicket, generateTicket } from '#contract/sales/box-office.ts'
import { Refused } from '#server/testing/app.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import { EVENT_NAME, take, work, type MoneyHistory, type MoneyStep } from '#server/testing/money-steps.ts'
import { openQuickCheck } from '#server/testing/quick-check.ts'
import { createSellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'

type Step =
  | MoneyStep
  | { readonly does: 'give'; readonly to: number; readonly quantity: number }
  | { readonly does: 'sell'; readonly to: number; readonly quantity: number }
  /** Without a number the newest ticket. */
  | { readonly does: 'cancel'; readonly which: number | null }

const any = fc.nat({ max: 30 })
const quantity = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('give'), to: any, quantity }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('sell'), to: any, quantity }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('cancel'), which: any }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('buy'), quantity }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pay'), which: fc.constant(null) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('scan'), which: any }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('transfer'), which: any }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('refund'), which: any, part: fc.constant(null), ends: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('mass') }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('work') }) },
)

/** Every history begins with one of each, and with what is refused; ids are random, so chance alone would not repeat it. */
const BEGINNING: readonly Step[] = [
  { does: 'buy', quantity: 2 },
  { does: 'pay', which: null },
  { does: 'work' },
  { does: 'cancel', which: 0 },
  { does: 'sell', to: 0, quantity: 1 },
  { does: 'cancel', which: null },
  { does: 'cancel', which: null },
  { does: 'give', to: 1, quantity: 3 },
  { does: 'give', to: 2, quantity: 3 },
]

const REFUSALS = ['sold_out', 'courtesy_limit', 'ticket_not_valid', 'ticket_not_cancellable', 'event_state']

async function attempt(history: MoneyHistory, act: string, call: Promise<unknown>): Promise<void> {
  try {
    await call
    history.reached.add(act)
  } catch (error) {
    if (!(error instanceof Refused) || !REFUSALS.includes(error.body.code)) throw error
    history.reached.add(`${act}: ${error.body.code}`)
  }
}

async function live(history: MoneyHistory, each: Step): Promise<void> {
  const { shop, eventId, typeId, owner: as, buyers } = history
  if (each.does === 'give' || each.does === 'sell') {
    const to = buyers[each.to % buyers.length]
    const fields = { eventId, ticketType: typeId, isCourtesy: each.does === 'give', quantity: each.quantity }
    return attempt(
      history,
      each.does,
      shop.call(generateTicket, { query: {}, body: { ...fields, idUserToSend: to?.id } }, { as }),
    )
  }
  if (each.does !== 'cancel') return take(history, each)
  const rows = await shop.app.db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('created_at')
    .orderBy('position')
    .execute()
  const ticketId = (each.which === null ? rows.at(-1) : rows[each.which % Math.max(1, rows.length)])?.id
  if (ticketId)
    await attempt(history, 'cancel', shop.call(cancelTicket, { params: { id: eventId, ticketId }, body: {} }, { as }))
}

test(
  'whatever is given, sold by hand and cancelled among purchases, every invariant holds after each step',
  async () => {
    const shop = await createSellingApp()
    const check = await openQuickCheck(shop)
    const reached = new Set<string>()
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20, size: 'max' }), async (steps) => {
      shop.simulator.control.behave()
      const sale = await shop.givenSale({
        type: { capacity: 14 },
        event: { name: EVENT_NAME, personLimit: 20, startsInHours: 5 },
      })
      const { eventId } = sale
      await shop.app.db.updateTable('events').set({ courtesy_limit: 5 }).where('id', '=', eventId).execute()
      const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
      const doorman = await shop.given.user({ staffOf: { id: eventId } })
      const buyers = await shop.buyers(4)
      const history: MoneyHistory = {
        shop,
        ...sale,
        owner,
        doorman,
        buyers,
        reached,
        preferences: [],
        payments: [],
        massRefundId: null,
      }
      for (const each of [...BEGINNING, ...steps]) {
        await live(history, each)
        expect(await check.broken()).toEqual([])
      }
      for (let round = 0; round < 10; round += 1) await work(history)
      expect(await check.broken()).toEqual([])
      const theirs = history.payments.map((id) => shop.simulator.control.payment(id))
      expect(await compareBooks(shop.app, theirs)).toEqual([])
      const { rows } = await sql<{ cash: number; due: number; given: number }>`
        select (select coalesce(sum(case l.debit when 'company' then l.amount_cents else -l.amount_cents end), 0)::bigint
                  from ledger_entries l where l.event_id = ${eventId} and l.payment_id is null and 'company' in (l.debit, l.credit)) as cash,
               (select coalesce(sum(t.price_cents), 0)::bigint from tickets t
                 where t.event_id = ${eventId} and t.kind = 'in_person' and t.state <> 'cancelled') as due,
               (select count(*)::int from tickets t
                 where t.event_id = ${eventId} and t.kind = 'courtesy' and tickets_has_place(t.state)) as given`.execute(
        shop.app.db,
      )
      expect(rows[0]?.cash).toBe(rows[0]?.due)
      expect(rows[0]?.given).toBeLessThanOrEqual(5)
    })
    try {
      await fc.assert(property, tries<fc.Parameters<unknown>>({ numRuns: 6, seed: 1 }, { numRuns: 2000 }) as object)
    } finally {
      await check.close()
      await shop.close()
    }
    const seen = [
      'give',
      'sell',
      'cancel',
      'give: courtesy_limit',
      'cancel: ticket_not_cancellable',
      'cancel: ticket_not_valid',
    ]
    expect(seen.filter((each) => !reached.has(each))).toEqual([])
  },
  tries(120_000, 6 * 3_600_000),
)
