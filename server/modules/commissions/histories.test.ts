/** Commissions as a property: whatever is sold, given, scanned, refunded and settled, they equal a recount. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settlePromoter, confirmSettlement, getPromoterPosition } from '#contract/events/commissions.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { Refused } from '#server/testing/app.ts'
import { givenPromoter, issueByPromoter, sellByCode } from '#server/testing/given-promoter.ts'
import { accrue, enteredCommissions, recountCommissions } from '#server/testing/recount-commissions.ts'
import { createSellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'

type DrawnOf<Of> = Of extends fc.Arbitrary<infer Each> ? Each : never

const any = fc.nat({ max: 30 })
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('buy', 'sell', 'give', 'settle'), which: any, part: any }),
  fc.record({ does: fc.constantFrom('refund', 'scan', 'charge back', 'decide'), which: any, part: any }),
)
const terms = fc.oneof(
  fc.record({ bps: fc.integer({ min: 1, max: 10_000 }), on: fc.constantFrom('sale' as const, 'arrival' as const) }),
  fc.record({ fixed: fc.integer({ min: 1, max: 500_000 }), on: fc.constantFrom('sale' as const, 'arrival' as const) }),
)

test(
  'whatever happens, commissions and debts equal a recount and every invariant holds',
  async () => {
    const shop = await createSellingApp()
    const live = async (drawn: DrawnOf<typeof terms>, steps: readonly DrawnOf<typeof step>[]) => {
      const sale = await shop.givenSale({ event: { startsInHours: 3 }, type: { capacity: 60 } })
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
            const { id } = await shop.call(settlePromoter, { params, body }, { as: owner })
            await shop.call(confirmSettlement, { params: { id } }, { as: promoter })
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
      expect(await shop.broken()).toEqual([])
    }
    try {
      const property = fc.asyncProperty(terms, fc.array(step, { minLength: 6, maxLength: 12, size: 'max' }), live)
      await fc.assert(property, tries({ numRuns: 4, seed: 3 }, { numRuns: 2_000 }))
    } finally {
      await shop.close()
    }
  },
  tries(120_000, 6 * 3_600_000),
)
