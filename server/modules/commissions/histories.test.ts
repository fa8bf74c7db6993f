/**
 * Commissions as a property: whatever is sold, given, scanned, refunded, cancelled and settled, before and after they are confirmed, they
 * equal a recount.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelEvent } from '#contract/events/events-managed.ts'
import { settlePromoter, confirmSettlement, getPromoterPosition } from '#contract/events/commissions.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { startMassRefund } from '#contract/sales/refunds-mass.ts'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { Refused } from '#server/testing/app.ts'
import { givenPromoter, issueByPromoter, sellByCode } from '#server/testing/given-promoter.ts'
import { accrue, enteredCommissions, recountCommissions } from '#server/testing/recount-commissions.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'

type DrawnOf<Of> = Of extends fc.Arbitrary<infer Each> ? Each : never

const any = fc.nat({ max: 30 })
const of = <const Does extends string>(...does: readonly Does[]) =>
  fc.record({ does: fc.constantFrom(...does), which: any, part: any })
const step = fc.oneof(
  { weight: 4, arbitrary: of('buy', 'sell', 'give', 'settle') },
  { weight: 4, arbitrary: of('refund', 'scan', 'charge back', 'decide') },
  { weight: 1, arbitrary: of('cancel the event', 'refund all', 'pass 48 hours') },
)
type Step = DrawnOf<typeof step>
const terms = fc.oneof(
  fc.record({ bps: fc.integer({ min: 1, max: 10_000 }), on: fc.constantFrom('sale' as const, 'arrival' as const) }),
  fc.record({ fixed: fc.integer({ min: 1, max: 500_000 }), on: fc.constantFrom('sale' as const, 'arrival' as const) }),
)

const EVENT_NAME = 'Fiesta Lunar'
const one = (does: Step['does']): Step => ({ does, which: 0, part: 0 })

/** Lived each time, because what comes seldom may come in none of a few drawn ones. */
const EXAMPLES: [DrawnOf<typeof terms>, Step[]][] = [
  [
    { bps: 1234, on: 'sale' },
    // The one that is refunded after its commission was paid is not the one that came in.
    [...(['buy', 'buy', 'sell', 'scan', 'pass 48 hours', 'settle'] as const).map(one), { ...one('refund'), which: 1 }],
  ],
  [{ fixed: 777, on: 'sale' }, (['buy', 'sell', 'give', 'cancel the event', 'refund all', 'settle'] as const).map(one)],
  [{ bps: 999, on: 'arrival' }, (['buy', 'sell', 'scan', 'pass 48 hours', 'settle', 'refund all'] as const).map(one)],
]

/** What histories must have come to, whatever was drawn. */
const REACHED = [
  'cancel the event',
  'refund all',
  'pass 48 hours',
  'commission confirmed',
  'commission paid',
  'paid too much',
]

test(
  'whatever happens, commissions and debts equal a recount and every invariant holds',
  async () => {
    const shop = await createSellingApp()
    const reached = new Set<string>()
    const live = async (drawn: DrawnOf<typeof terms>, steps: readonly Step[]) => {
      const sale = await shop.givenSale({
        event: { name: EVENT_NAME, startsInHours: 3, lastsHours: 5 },
        type: { capacity: 60 },
      })
      const { eventId } = sale
      const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
      const doorman = await shop.given.user({ staffOf: { id: eventId } })
      const promoter = await givenPromoter(shop, eventId, drawn)
      const payments: string[] = []
      const params = { id: eventId, rrppId: promoter.id }
      for (const { does, which, part } of steps) {
        const tickets = await shop.app.db
          .selectFrom('tickets')
          .select(['id', 'number'])
          .where('event_id', '=', eventId)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
        const ticket = tickets[which % Math.max(1, tickets.length)]
        const payment = payments[which % Math.max(1, payments.length)]
        try {
          if (does === 'buy') payments.push((await sellByCode(shop, sale, promoter.code, 1 + (which % 3))).paymentId)
          if (does === 'sell' || does === 'give') await issueByPromoter(shop, sale, promoter, does === 'give')
          if (does === 'scan' && ticket)
            await shop.call(
              scanTicket,
              { params: { ticketId: ticket.number }, body: { eventId, via: 'typed' } },
              { as: doorman },
            )
          if (does === 'refund' && ticket) {
            const body = {
              ticketId: ticket.id,
              reason: 'Una prueba',
              endTicket: false,
              ...(part > 15 ? {} : { partialAmount: 1 + part * 777 }),
            }
            await shop.call(refundTicketMoney, { params: { id: eventId }, body }, { as: owner })
          }
          if (does === 'charge back' && payment) await shop.simulator.control.chargeBack(payment).catch(() => {})
          if (does === 'decide' && payment)
            await shop.simulator.control.settleChargeback(payment, part % 2 ? 'won' : 'lost').catch(() => {})
          if (does === 'settle') {
            const { balance } = await shop.call(getPromoterPosition, { params }, { as: owner })
            const net = balance.cashCents - balance.owedCents
            const body = {
              receives: net < 0 ? ('promoter' as const) : ('organizer' as const),
              countedCents: Math.abs(net),
            }
            const { id, commissionCents } = await shop.call(settlePromoter, { params, body }, { as: owner })
            await shop.call(confirmSettlement, { params: { id } }, { as: promoter })
            if (commissionCents > 0) reached.add('commission paid')
          }
          if (does === 'cancel the event') {
            const body = { reason: 'Una prueba', confirmation: EVENT_NAME }
            await shop.call(cancelEvent, { params: { id: eventId }, body }, { as: owner })
            reached.add(does)
          }
          if (does === 'refund all') {
            const body = { reason: 'Una prueba', confirmation: EVENT_NAME }
            await shop.call(startMassRefund, { params: { id: eventId }, body }, { as: owner })
            for (let round = 0; round < 3; round += 1) {
              await shop.app.queue.runJob(shop.app, 'refunds.mass')
              await shop.settle()
            }
            reached.add(does)
          }
          if (does === 'pass 48 hours') {
            await pass(shop, { hours: 8 + 48 + 1 })
            reached.add(does)
          }
        } catch (error) {
          if (!(error instanceof Refused)) throw error
        }
        await shop.settle()
        if (part % 3 === 0) await accrue(shop)
      }
      await accrue(shop)
      const counted = (await recountCommissions(shop, eventId)).get(promoter.id) ?? 0
      expect((await enteredCommissions(shop, eventId)).get(promoter.id) ?? 0).toBe(counted)
      const { balance } = await shop.call(getPromoterPosition, { params }, { as: owner })
      expect(balance.earnedCents).toBe(counted)
      const isConfirmed = steps.some(({ does }) => does === 'pass 48 hours')
      expect(balance.confirmedCents).toBe(isConfirmed ? counted : 0)
      const unpaid = counted - balance.paidCents
      expect(balance.owedCents).toBe(isConfirmed ? unpaid : Math.min(0, unpaid))
      if (balance.confirmedCents > 0) reached.add('commission confirmed')
      if (balance.owedCents < 0) reached.add('paid too much')
      expect(await shop.broken()).toEqual([])
    }
    try {
      const property = fc.asyncProperty(terms, fc.array(step, { minLength: 6, maxLength: 12, size: 'max' }), live)
      await fc.assert(property, { ...tries({ numRuns: 7, seed: 3 }, { numRuns: 2_000 }), examples: EXAMPLES })
      expect(REACHED.filter((each) => !reached.has(each))).toEqual([])
    } finally {
      await shop.close()
    }
  },
  tries(120_000, 6 * 3_600_000),
)

/** Everybody signs in again: a session does not last that long. */
async function pass(shop: SellingApp, time: { readonly hours: number }): Promise<void> {
  await shop.advance(time)
  await shop.app.db
    .updateTable('sessions')
    .set({ confirmed_at: sql`app_now()`, expires_at: sql`app_now() + interval '2 hours'` })
    .execute()
}
