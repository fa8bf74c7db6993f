/**
 * Killed between any two of its steps, the work on money is taken up by another process: nothing is paid and not issued, nothing
 * is given back twice, and every promise holds (invariants M3–M6 and S2).
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startMassRefund } from '#contract/refunds-mass.ts'
import { refundTicketMoney } from '#contract/refunds.ts'
import { confirmRegret, submitRegret } from '#contract/regrets.ts'
import { makeRegretToken } from '#server/modules/regrets/regret-token.ts'
import { createMortalApp, type MortalApp } from './mortal-app.ts'
import type { SellingApp } from './selling-app.ts'
import { eachTestSettles } from './settled-shop.ts'
import { tries } from './tries.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

/** Work that waits for a process, and what must have come of it whoever did it. */
interface Work {
  /** As it stands once it is done; the money is the provider's. */
  readonly outcome: () => Promise<unknown>
}

interface Story {
  readonly begin: () => Promise<Work>
  /** What comes of it. */
  readonly ends: unknown
  /** Kinds of steps between which it was killed: a story that lost one tells nothing of it any more. */
  readonly steps: readonly string[]
}

/** `npm test` kills at some of the steps, `npm run prove` at each. */
const EACH = tries(4, 1)

const places = { event: { startsInHours: 24 * 30 } }

async function paidInAll(publicId: string, paymentId: string) {
  const { refundedCents, marketplaceReturnedCents } = shop.simulator.control.payment(paymentId)
  const tickets = await shop.app.db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select('t.state')
    .where('o.public_id', '=', publicId)
    .orderBy('t.state')
    .execute()
  return {
    order: await shop.orderState(publicId),
    tickets: tickets.map(({ state }) => state),
    refundedCents,
    marketplaceReturnedCents,
    refunds: shop.simulator.control.refunds(paymentId).length,
  }
}

/** Of two tickets that were paid, each with a refund of its own. */
const ALL_BACK = {
  order: 'refunded',
  tickets: ['refunded', 'refunded'],
  refundedCents: 3_960_000,
  marketplaceReturnedCents: 360_000,
  refunds: 2,
}

const stories: Readonly<Record<string, Story>> = {
  'a payment becomes tickets': {
    async begin() {
      const { publicId, preferenceId } = await shop.sentToPay(places)
      const paymentId = await shop.simulator.control.pay(preferenceId)
      return { outcome: () => paidInAll(publicId, paymentId) }
    },
    ends: {
      order: 'paid',
      tickets: ['valid', 'valid'],
      refundedCents: 0,
      marketplaceReturnedCents: 0,
      refunds: 0,
    },
    steps: ['provider: fetchPayment', expect.stringMatching(/^commit: .*insert tickets, insert deliveries/) as string],
  },
  'a payment that came too late goes back': {
    async begin() {
      const { publicId, preferenceId, typeId, eventId } = await shop.sentToPay({ ...places, type: { capacity: 2 } })
      await shop.advance({ minutes: 17 })
      await shop.settle()
      await shop.buy(await shop.given.user(), typeId, eventId, 2)
      const paymentId = await shop.simulator.control.pay(preferenceId)
      return { outcome: () => paidInAll(publicId, paymentId) }
    },
    ends: { order: 'expired', tickets: [], refundedCents: 3_960_000, marketplaceReturnedCents: 360_000, refunds: 1 },
    steps: ['provider: fetchPayment', 'provider: refundPayment', 'mail: send'],
  },
  'a part of a ticket and all of the other go back': {
    async begin() {
      const { publicId, eventId, companyId, paymentId } = await shop.paid(places)
      const owner = await shop.given.user({ memberOf: { id: companyId } })
      const tickets = await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute()
      for (const [n, { id: ticketId }] of tickets.entries()) {
        const body = { ticketId, reason: 'Faltó la barra', ...(n === 0 && { partialAmount: 5000 }) }
        await shop.call(refundTicketMoney, { params: { id: eventId }, body }, { as: owner })
      }
      return { outcome: () => paidInAll(publicId, paymentId) }
    },
    ends: {
      order: 'partially_refunded',
      tickets: ['refunded', 'valid'],
      refundedCents: 2_480_000,
      marketplaceReturnedCents: 225_455,
      refunds: 2,
    },
    steps: ['provider: refundPayment', 'mail: send'],
  },
  'a whole event goes back': {
    async begin() {
      const { publicId, eventId, paymentId } = await shop.paid({ event: { ...places.event, name: 'Noche de Prueba' } })
      const god = await shop.given.user({ isGodAdmin: true })
      const body = { reason: 'Se inundó el salón', confirmation: 'Noche de Prueba' }
      await shop.call(startMassRefund, { params: { id: eventId }, body }, { as: god })
      return { outcome: () => paidInAll(publicId, paymentId) }
    },
    ends: ALL_BACK,
    steps: ['provider: refundPayment', 'mail: send'],
  },
  'a purchase is regretted': {
    async begin() {
      const { publicId, buyer, paymentId } = await shop.paid(places)
      const { code } = await shop.call(submitRegret, { body: { orderNumber: publicId } })
      await shop.settle()
      const { id } = await shop.app.db
        .selectFrom('regrets')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      const token = makeRegretToken(shop.app.vault, id, buyer.id)
      await shop.call(confirmRegret, { params: { code }, body: { token, orderIds: [publicId] } })
      return { outcome: () => paidInAll(publicId, paymentId) }
    },
    ends: ALL_BACK,
    steps: ['provider: refundPayment', 'mail: send'],
  },
  'the bank takes a payment back': {
    async begin() {
      const { publicId, paymentId } = await shop.paid(places)
      await shop.simulator.control.chargeBack(paymentId)
      await shop.settle()
      await shop.simulator.control.settleChargeback(paymentId, 'lost')
      return { outcome: () => paidInAll(publicId, paymentId) }
    },
    ends: expect.objectContaining({ order: 'refunded', tickets: ['refunded', 'refunded'] }) as unknown,
    steps: ['provider: fetchPayment'],
  },
}

test('the control: what nobody takes up stays undone', async () => {
  const { publicId, preferenceId } = await shop.sentToPay(places)
  await shop.simulator.control.pay(preferenceId)
  const mortal = createMortalApp(shop.app, 1)
  await expect(workOn(mortal)).rejects.toThrow('The process was killed')
  expect(await shop.orderState(publicId)).toBe('pending_payment')
  await takeUp()
  expect(await shop.orderState(publicId)).toBe('paid')
})

/** What a worker does with what waits for it, for some seconds or until it dies. */
async function workOn({ app, isDead }: MortalApp): Promise<void> {
  const { queue } = app
  for (let turn = 0; turn < 4 && !isDead(); turn += 1) {
    await shop.simulator.control.drain()
    for (const job of ['checkout.apply-notifications', 'refunds.mass', 'refunds.sweep'] as const) {
      await queue.runJob(app, job)
    }
    await queue.drain(app)
    await shop.advance({ seconds: 2 })
  }
}

/** Another process takes up what the dead one held: its leases end, and the queue gives its jobs out again. */
async function takeUp(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await shop.advance({ minutes: 3 })
    await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(shop.app.db)
    await shop.app.queue.runJob(shop.app, 'refunds.mass')
    await shop.settle()
  }
}

test.each(Object.entries(stories))('%s, whatever it is killed after', async (_, { begin, ends, steps }) => {
  const whole = await begin()
  const counted = createMortalApp(shop.app, Infinity)
  await workOn(counted)
  await takeUp()
  expect(await whole.outcome()).toEqual(ends)
  expect(counted.steps).toEqual(expect.arrayContaining([...steps]))

  for (let diesAfter = 0; diesAfter < counted.steps.length; diesAfter += EACH) {
    const work = await begin()
    const mortal = createMortalApp(shop.app, diesAfter)
    await workOn(mortal).catch(() => {})
    expect(mortal.isDead(), `killed after ${counted.steps[diesAfter]}`).toBe(true)
    await takeUp()
    expect(await work.outcome(), `killed after step ${diesAfter}: ${mortal.steps.at(-1) ?? 'none'}`).toEqual(ends)
    expect(await shop.broken()).toEqual([])
  }
})
