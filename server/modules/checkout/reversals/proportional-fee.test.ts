/** What of the service fee goes back with refunds and chargebacks depends on how much has gone back, never on the order of the news. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { tries } from '#server/testing/tries.ts'
import { Refusal } from '#simulators/mercado-pago/simulator.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const differences = async (paymentId: string) => compareBooks(shop.app, [shop.simulator.control.payment(paymentId)])

/** An order with refunds that its seller began in their own account, all in process at the provider. */
async function inProcess(...pesos: readonly number[]) {
  const paid = await shop.paid()
  const { control } = shop.simulator
  control.setSwitches({ refundOutcome: 'in_process' })
  const refunds: string[] = []
  for (const part of pesos) refunds.push(await control.refund(paid.paymentId, part * 100))
  return { ...paid, refunds }
}

/** Everything comes out, and is heard of. */
async function comeToRest(paymentId: string) {
  const { control } = shop.simulator
  control.behave()
  for (let round = 0; round < 4; round += 1) {
    for (const { id, status } of control.refunds(paymentId)) {
      if (status === 'in_process') await control.settleRefund(id, 'approved')
    }
    await shop.settle()
    await shop.advance({ minutes: 3 })
    await shop.app.queue.runJob(shop.app, 'checkout.search-collectors')
  }
}

test('a refund that comes out while the bank has the rest, and a chargeback that is won afterwards', async () => {
  const { paymentId, refunds } = await inProcess(1000, 5000)
  const { control } = shop.simulator
  await control.chargeBack(paymentId)
  control.setSwitches({ dropNotifications: true })
  await control.settleRefund(refunds[0] ?? '', 'approved')
  await control.settleChargeback(paymentId, 'won')
  await control.settleRefund(refunds[1] ?? '', 'rejected')
  await comeToRest(paymentId)
  expect(await differences(paymentId)).toEqual([])
})

test('a refund of ours that comes out while the bank has the rest, after another, and a chargeback that is won', async () => {
  const { paymentId, eventId, companyId } = await shop.paid()
  const { control } = shop.simulator
  await control.refund(paymentId, 500_000)
  await shop.settle()
  control.setSwitches({ refundOutcome: 'in_process' })
  const [ticket] = await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute()
  const body = { ticketId: ticket?.id ?? '', partialAmount: 5000, reason: 'Una prueba', endTicket: false }
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  await shop.call(refundTicketMoney, { params: { id: eventId }, body }, { as: owner })
  await shop.app.queue.runJob(shop.app, 'refunds.sweep')
  await control.chargeBack(paymentId)
  await shop.settle()
  await control.settleRefund(control.refunds(paymentId).at(-1)?.id ?? '', 'approved')
  await shop.advance({ minutes: 2 })
  await shop.app.queue.runJob(shop.app, 'refunds.sweep')
  await shop.settle()
  await control.settleChargeback(paymentId, 'won')
  await comeToRest(paymentId)
  expect(await differences(paymentId)).toEqual([])
})

const step = fc.oneof(
  fc.record({ does: fc.constant('charge back' as const) }),
  fc.record({
    does: fc.constant('decide' as const),
    outcome: fc.constantFrom('won' as const, 'won' as const, 'lost' as const),
  }),
  fc.record({
    does: fc.constant('settle' as const),
    which: fc.nat({ max: 2 }),
    outcome: fc.constantFrom('approved' as const, 'rejected' as const),
  }),
  fc.record({ does: fc.constant('give back' as const), pesos: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({ does: fc.constant('hush' as const), is: fc.boolean() }),
  fc.record({ does: fc.constant('work' as const) }),
)
const pesos = fc.integer({ min: 1, max: 12_000 })
const histories = fc.record({
  parts: fc.tuple(pesos, pesos, pesos),
  steps: fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }),
})

test(
  'any history of refunds in process and of chargebacks leaves the provider and the ledger the same share',
  async () => {
    const { control } = shop.simulator
    const property = fc.asyncProperty(histories, async ({ parts, steps }) => {
      control.behave()
      const { paymentId, refunds } = await inProcess(...parts)
      for (const each of steps) {
        try {
          if (each.does === 'charge back') await control.chargeBack(paymentId)
          if (each.does === 'decide') await control.settleChargeback(paymentId, each.outcome)
          if (each.does === 'settle') await control.settleRefund(refunds[each.which] ?? '', each.outcome)
          if (each.does === 'give back') await control.refund(paymentId, each.pesos * 100)
        } catch (error) {
          // Nothing of it is left, or another has it.
          if (!(error instanceof Refusal)) throw error
        }
        if (each.does === 'hush') control.setSwitches({ dropNotifications: each.is })
        if (each.does === 'work') await shop.settle()
      }
      await comeToRest(paymentId)
      expect(await differences(paymentId)).toEqual([])
    })
    await fc.assert(property, tries({ numRuns: 8, seed: 7 }, { numRuns: 2_000 }))
  },
  tries(120_000, 3 * 3_600_000),
)
