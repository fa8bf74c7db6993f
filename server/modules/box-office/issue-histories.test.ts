/**
 * Courtesies and sales in person as a property: made by an organizer and by promoters, mixed in any order with purchases, refunds,
 * scans and transfers, every invariant holds after each step, and in the end the company's cash is the price of what was sold by hand and
 * not cancelled, what promoters sold being their debt, and no promoter is over a limit.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelTicket, generateTicket } from '#contract/sales/box-office.ts'
import { cancelIssuedTicket, rrppGenerateTicket } from '#contract/sales/box-office-promoters.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { Refused } from '#server/testing/app.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import { EVENT_NAME, take, work, type MoneyHistory, type MoneyStep } from '#server/testing/money-steps.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { openQuickCheck } from '#server/testing/quick-check.ts'
import { createSellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'
import { debtOfPromo, usesOfPromo } from './queries-promos.ts'

type Step =
  | MoneyStep
  | { readonly does: 'give'; readonly to: number; readonly quantity: number }
  | { readonly does: 'sell'; readonly to: number; readonly quantity: number }
  /** By one of the promoters. */
  | { readonly does: 'promote'; readonly by: number; readonly to: number; readonly isSale: boolean }
  | { readonly does: 'withdraw'; readonly by: number }
  | { readonly does: 'pause'; readonly by: number; readonly isActive: boolean }
  /** Without a number the newest ticket. */
  | { readonly does: 'cancel'; readonly which: number | null }

const any = fc.nat({ max: 30 })
const quantity = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('give'), to: any, quantity }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('sell'), to: any, quantity }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('promote'), by: fc.nat({ max: 1 }), to: any, isSale: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('withdraw'), by: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pause'), by: fc.nat({ max: 1 }), isActive: fc.boolean() }) },
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
  { does: 'promote', by: 0, to: 1, isSale: true },
  { does: 'promote', by: 0, to: 1, isSale: true },
  { does: 'withdraw', by: 0 },
  { does: 'promote', by: 1, to: 1, isSale: false },
  { does: 'promote', by: 1, to: 1, isSale: false },
  { does: 'withdraw', by: 1 },
  { does: 'give', to: 1, quantity: 3 },
  { does: 'give', to: 2, quantity: 3 },
]

const REFUSALS = [
  'sold_out',
  'courtesy_limit',
  'ticket_not_valid',
  'ticket_not_cancellable',
  'ticket_handed_on',
  'sale_needs_organizer',
  'event_state',
  'debt_limit',
  'promo_inactive',
  'courtesy_taken',
]

/** Of each promoter: courtesies, and cash for one ticket. */
const USES = 2

interface Promoting {
  readonly user: GivenUser
  readonly promoId: string
}

async function attempt(history: MoneyHistory, act: string, call: Promise<unknown>): Promise<void> {
  try {
    await call
    history.reached.add(act)
  } catch (error) {
    if (!(error instanceof Refused) || !REFUSALS.includes(error.body.code)) throw error
    history.reached.add(`${act}: ${error.body.code}`)
  }
}

async function givenPromoter({
  shop,
  eventId,
  typeId,
}: Pick<MoneyHistory, 'shop' | 'eventId' | 'typeId'>): Promise<Promoting> {
  const user = await shop.given.user({ staffOf: { id: eventId }, staffKind: 'RRPP' })
  const promoId = await ensurePromo(shop.app, eventId, user.id)
  const type = await shop.app.db
    .selectFrom('ticket_types')
    .select('price_cents')
    .where('id', '=', typeId)
    .executeTakeFirstOrThrow()
  const change = { max_uses: USES, can_sell_in_person: true, debt_limit_cents: type.price_cents }
  await shop.app.db.updateTable('promos').set(change).where('id', '=', promoId).execute()
  return { user, promoId }
}

async function promote(history: MoneyHistory, { user, promoId }: Promoting, each: Step): Promise<void> {
  const { shop, eventId, typeId } = history
  if (each.does === 'promote') {
    const to = {
      userName: 'Nadia Ruiz',
      userPhone: `+5493515577${100 + each.to}`,
      userEmail: `nadia-${each.to}@previa.example`,
    }
    const body = { eventId, ticketType: typeId, isCourtesy: !each.isSale, ...to }
    const act = each.isSale ? 'promoter sells' : 'promoter gives'
    return attempt(history, act, shop.call(rrppGenerateTicket, { query: {}, body }, { as: user }))
  }
  if (each.does === 'pause') {
    await shop.app.db.updateTable('promos').set({ is_active: each.isActive }).where('id', '=', promoId).execute()
    return undefined
  }
  const newest = await shop.app.db
    .selectFrom('tickets as t')
    .innerJoin('issuances as i', 'i.id', 't.issuance_id')
    .select('t.id')
    .where('i.promo_id', '=', promoId)
    .orderBy('i.id', 'desc')
    .executeTakeFirst()
  if (!newest) return undefined
  const input = { params: { ticketId: newest.id }, body: {} }
  return attempt(history, 'withdraw', shop.call(cancelIssuedTicket, input, { as: user }))
}

async function live(history: MoneyHistory, promoters: readonly Promoting[], each: Step): Promise<void> {
  const { shop, eventId, typeId, owner: as, buyers } = history
  if (each.does === 'promote' || each.does === 'withdraw' || each.does === 'pause') {
    const promoter = promoters[each.by]
    return promoter && promote(history, promoter, each)
  }
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
      const promoters = [await givenPromoter(history), await givenPromoter(history)]
      for (const each of [...BEGINNING, ...steps]) {
        await live(history, promoters, each)
        expect(await check.broken()).toEqual([])
      }
      for (let round = 0; round < 10; round += 1) await work(history)
      expect(await check.broken()).toEqual([])
      const theirs = history.payments.map((id) => shop.simulator.control.payment(id))
      expect(await compareBooks(shop.app, theirs)).toEqual([])
      const { rows } = await sql<{ cash: number; due: number; given: number; over: number }>`
        select (select coalesce(sum(case when l.debit in ('company', 'promoter_cash') then l.amount_cents else 0 end
                                    - case when l.credit in ('company', 'promoter_cash') then l.amount_cents else 0 end), 0)::bigint
                  from ledger_entries l where l.event_id = ${eventId} and l.payment_id is null) as cash,
               (select count(*)::int from promos p
                 where p.event_id = ${eventId} and (${debtOfPromo} > p.debt_limit_cents or ${usesOfPromo} > p.max_uses)) as over,
               (select coalesce(sum(t.price_cents), 0)::bigint from tickets t
                 where t.event_id = ${eventId} and t.kind = 'in_person' and t.state <> 'cancelled') as due,
               (select count(*)::int from tickets t
                 where t.event_id = ${eventId} and t.kind = 'courtesy' and tickets_has_place(t.state)) as given`.execute(
        shop.app.db,
      )
      expect(rows[0]?.cash).toBe(rows[0]?.due)
      expect(rows[0]?.given).toBeLessThanOrEqual(5)
      expect(rows[0]?.over).toBe(0)
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
      'promoter sells',
      'promoter sells: debt_limit',
      'promoter gives: courtesy_taken',
      'withdraw',
      'cancel: ticket_not_cancellable',
      'cancel: ticket_not_valid',
    ]
    expect(seen.filter((each) => !reached.has(each))).toEqual([])
  },
  tries(120_000, 6 * 3_600_000),
)
