/**
 * Money and tickets as a property: whatever buyers, an organizer, a seller, a bank, doormen and a provider that fails do in
 * whatever order, every invariant holds after each step, and in the end the ledger says what the provider's books say.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundTicketMoney } from '#contract/refunds.ts'
import { changeMassRefund, startMassRefund } from '#contract/refunds-mass.ts'
import { scanTicket } from '#contract/scanning.ts'
import { transferTicket } from '#contract/tickets.ts'
import { Refusal } from '#simulators/mercado-pago/simulator.ts'
import { Refused } from '#server/testing/app.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

const any = fc.nat({ max: 30 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('buy'), quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pay'), which: any }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pay late'), which: any }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refund'),
      which: any,
      part: fc.option(fc.integer({ min: 1, max: 25 })),
      ends: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('seller gives back'),
      which: any,
      part: fc.option(fc.integer({ min: 1, max: 25 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('charge back'), which: any }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('decide chargeback'),
      which: any,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('mass') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('change mass'),
      act: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('scan'), which: any }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('transfer'), which: any }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('work') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait'), seconds: fc.constantFrom(1, 3, 31, 120) }) },
  {
    weight: 1,
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
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

interface History {
  readonly eventId: string
  readonly typeId: string
  readonly collectorId: string
  readonly owner: GivenUser
  readonly doorman: GivenUser
  readonly buyers: readonly GivenUser[]
  readonly preferences: string[]
  readonly payments: string[]
  massRefundId: string | null
}

/** Refusals are part of a history, of ours and of the provider's; anything else is a defect. */
async function attempt(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    const isRefusal = (error instanceof Refused && error.status < 500) || error instanceof Refusal
    if (!isRefusal) throw error
  }
}

const tickets = (eventId: string) =>
  shop.app.db
    .selectFrom('tickets')
    .select(['id', 'number', 'holder_id as holderId'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
const pick = <Each>(list: readonly Each[], which: number) => list[which % Math.max(1, list.length)]

async function take(history: History, step: Step): Promise<void> {
  const { control } = shop.simulator
  const { eventId, typeId, owner, doorman, buyers } = history
  const params = { id: eventId }
  const ticketOf = async (which: number) => pick(await tickets(eventId), which)
  const paymentOf = (which: number) => pick(history.payments, which)
  const cents = (part: number | null) => (part === null ? undefined : part * 100_000)
  switch (step.does) {
    case 'buy': {
      const buyer = pick(buyers, history.preferences.length)
      if (!buyer) return
      return attempt(
        shop.buy(buyer, typeId, eventId, step.quantity).then(async (purchase) => {
          history.preferences.push(await shop.preferenceOf(purchase))
        }),
      )
    }
    case 'pay late':
      await shop.advance({ minutes: 20 })
      await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
      return take(history, { does: 'pay', which: step.which })
    case 'pay': {
      const preference = pick(history.preferences, step.which)
      if (preference) await attempt(control.pay(preference).then((id) => history.payments.push(id)))
      return
    }
    case 'refund': {
      const ticket = await ticketOf(step.which)
      if (!ticket) return
      const part = step.part === null ? {} : { partialAmount: step.part * 1000 }
      const body = { ticketId: ticket.id, reason: 'Una prueba', endTicket: step.ends, ...part }
      return attempt(shop.call(refundTicketMoney, { params, body }, { as: owner }))
    }
    case 'seller gives back': {
      const payment = paymentOf(step.which)
      if (payment) await attempt(control.refund(payment, cents(step.part)))
      return
    }
    case 'charge back': {
      const payment = paymentOf(step.which)
      if (payment) await attempt(control.chargeBack(payment))
      return
    }
    case 'decide chargeback': {
      const payment = paymentOf(step.which)
      if (payment) await attempt(control.settleChargeback(payment, step.outcome))
      return
    }
    case 'mass':
      return attempt(
        shop
          .call(
            startMassRefund,
            { params, body: { reason: 'Una prueba', confirmation: 'Fiesta Lunar Rosario' } },
            { as: owner },
          )
          .then(({ id }) => {
            history.massRefundId = id
          }),
      )
    case 'change mass': {
      const { massRefundId: jobId } = history
      if (jobId)
        await attempt(shop.call(changeMassRefund, { params: { ...params, jobId, act: step.act } }, { as: owner }))
      return
    }
    case 'scan': {
      const ticket = await ticketOf(step.which)
      if (!ticket) return
      const body = { eventId, via: 'typed' }
      return attempt(shop.call(scanTicket, { params: { ticketId: ticket.number }, body }, { as: doorman }))
    }
    case 'transfer': {
      const ticket = await ticketOf(step.which)
      const holder = buyers.find(({ id }) => id === ticket?.holderId)
      const receiver = pick(buyers, step.which + 1)
      if (!ticket || !holder || !receiver) return
      return attempt(
        shop.call(transferTicket, { params: { id: ticket.id }, body: { toUserId: receiver.id } }, { as: holder }),
      )
    }
    case 'wait':
      return shop.advance({ seconds: step.seconds })
    case 'work':
      return work()
    case 'provider': {
      control.behave()
      await control.setBalance(history.collectorId, step.is === 'poor' ? 0 : null)
      if (step.is === 'away')
        control.addFault({ kind: 'status', status: 500, path: '/refunds', method: 'POST', times: 3 })
      if (step.is === 'forgetful') control.addFault({ kind: 'lose', path: '/refunds', method: 'POST', times: 3 })
      if (step.is === 'slow') control.setSwitches({ refundOutcome: 'in_process' })
      if (step.is === 'strict') control.setSwitches({ refundOutcome: 'rejected' })
      return
    }
  }
}

/** What the workers do in a moment, whatever is due. */
async function work(): Promise<void> {
  await shop.simulator.control.drain()
  await shop.app.queue.runJob(shop.app, 'refunds.mass')
  await shop.drain()
}

/** All is well again, and everybody has had the time that they need. */
async function comeToRest(history: History): Promise<void> {
  const { control } = shop.simulator
  control.behave()
  await control.setBalance(history.collectorId, null)
  for (const payment of control.payments()) {
    for (const refund of control.refunds(payment.id)) {
      if (refund.status === 'in_process') await control.settleRefund(refund.id, 'approved')
    }
  }
  if (history.massRefundId)
    await attempt(
      shop.call(
        changeMassRefund,
        { params: { id: history.eventId, jobId: history.massRefundId, act: 'resume' } },
        { as: history.owner },
      ),
    )
  for (let round = 0; round < 12; round += 1) {
    await work()
    await shop.settle()
    await shop.advance({ seconds: 60 })
  }
  await shop.advance({ minutes: 30 })
  for (let round = 0; round < 4; round += 1) {
    await work()
    await shop.settle()
    await shop.advance({ minutes: 30 })
  }
}

test('whatever happens to money and tickets in whatever order, every invariant holds after each step (M1–M8)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: tries(16, 25) }), async (steps) => {
      shop.simulator.control.behave()
      const sale = await shop.givenSale({
        type: { capacity: 12 },
        event: { name: 'Fiesta Lunar Rosario', personLimit: 20 },
      })
      const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
      const doorman = await shop.given.user({ staffOf: { id: sale.eventId } })
      const buyers = await shop.buyers(4)
      const history: History = { ...sale, owner, doorman, buyers, preferences: [], payments: [], massRefundId: null }
      for (const each of steps) {
        await take(history, each)
        expect(await shop.broken()).toEqual([])
      }
      await comeToRest(history)
      expect(await shop.broken()).toEqual([])
      expect(await compareBooks(shop.app, shop.simulator.control.payments())).toEqual([])
      const open = await shop.app.db
        .selectFrom('refunds')
        .select(['state', 'source', 'last_error'])
        .where('event_id', '=', sale.eventId)
        .where('state', 'in', ['requested', 'approved', 'processing'])
        .execute()
      expect(open).toEqual([])
    }),
    { numRuns: tries(3, 500) },
  )
})
