/** What may happen to money and tickets of an event: what buyers, its people, a bank, doormen and the provider do, step by step. */
import { sql } from 'kysely'
import type { FailureCode } from '#contract/api/failures.ts'
import { redeemVoucher } from '#contract/sales/bar.ts'
import { addDrinks } from '#contract/sales/checkout-drinks.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import { refundDrinks, refundTicketMoney } from '#contract/sales/refunds.ts'
import { changeMassRefund, startMassRefund } from '#contract/sales/refunds-mass.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { returnDrinks } from '#server/modules/refunds/return-drinks.ts'
import { Refusal } from '#simulators/mercado-pago/simulator.ts'
import { Refused } from './app.ts'
import type { GivenUser } from './given.ts'
import type { SellingApp } from './selling-app.ts'

/** `which` counts through what there is by then; a part is in thousands of pesos, all that is left without it. */
export type MoneyStep =
  | { readonly does: 'buy'; readonly quantity: number }
  /** A ticket's holder buys drinks for it, and pays them at once or leaves that for later. */
  | { readonly does: 'add drinks'; readonly which: number; readonly pays: boolean }
  | { readonly does: 'refund drinks'; readonly which: number }
  /** Without a number the newest order. */
  | { readonly does: 'pay'; readonly which: number | null }
  | { readonly does: 'pay late' | 'charge back' | 'scan' | 'transfer'; readonly which: number }
  | { readonly does: 'refund'; readonly which: number; readonly part: number | null; readonly ends: boolean }
  | { readonly does: 'seller gives back'; readonly which: number; readonly part: number | null }
  | { readonly does: 'decide chargeback'; readonly which: number; readonly outcome: 'won' | 'lost' }
  | { readonly does: 'change mass'; readonly act: 'pause' | 'resume' | 'stop' }
  | { readonly does: 'wait'; readonly seconds: number }
  | { readonly does: 'provider'; readonly is: 'well' | 'away' | 'forgetful' | 'slow' | 'strict' | 'poor' }
  | { readonly does: 'mass' | 'work' | 'end of the event' }

/** What may be refused, by what was tried; anything else is a defect. Numbers are the provider's. */
export const REFUSALS = {
  buy: ['sold_out', 'hold_wait', 'event_not_on_sale'],
  'add drinks': ['ticket_not_valid', 'drinks_closed'],
  'refund drinks': ['drinks_not_refundable'],
  refund: ['ticket_not_refundable', 'refund_too_high', 'used_ticket_refund'],
  mass: ['mass_refund_running', 'nothing_to_refund'],
  'change mass': ['mass_refund_over'],
  scan: ['ticket_already_used', 'ticket_inactive'],
  redeem: ['ticket_inactive'],
  transfer: [
    'ticket_not_valid',
    'ticket_refunding',
    'transfer_to_self',
    'transfer_closed',
    'transfer_limit',
    'transfer_day_limit',
  ],
  pay: [],
  // Its money is not the seller's, more than is left of it, or more than the seller has.
  'seller gives back': [2063, 2017, 2031],
  'charge back': [2063],
  'decide chargeback': [2063],
} as const satisfies Record<string, readonly (FailureCode | number)[]>
type Act = keyof typeof REFUSALS

/** A mass refund asks for this name. */
export const EVENT_NAME = 'Fiesta Lunar Rosario'

export interface MoneyHistory {
  readonly shop: SellingApp
  readonly eventId: string
  readonly typeId: string
  /** Bought with every two tickets, where the event has it. */
  readonly drinkId?: string
  readonly collectorId: string
  readonly owner: GivenUser
  readonly doorman: GivenUser
  readonly buyers: readonly GivenUser[]
  readonly preferences: string[]
  readonly payments: string[]
  /** What was done, and refused with which code. */
  readonly reached: Set<string>
  massRefundId: string | null
}

async function attempt(history: MoneyHistory, act: Act, call: Promise<unknown>): Promise<void> {
  try {
    await call
    history.reached.add(act)
  } catch (error) {
    const code = error instanceof Refused ? error.body.code : error instanceof Refusal ? error.code : null
    const allowed: readonly unknown[] = REFUSALS[act]
    if (code === null || !allowed.includes(code)) throw error
    history.reached.add(`${act}: ${code}`)
  }
}

const tickets = ({ shop, eventId }: MoneyHistory) =>
  shop.app.db
    .selectFrom('tickets')
    .select(['id', 'number', 'holder_id as holderId'])
    .where('event_id', '=', eventId)
    // Their own ids are random: by those a history would not be the same twice.
    .orderBy('order_id')
    .orderBy('issuance_id')
    .orderBy('position')
    .execute()
const pick = <Each>(list: readonly Each[], which: number) => list[which % Math.max(1, list.length)]

/** Time passes without ending a session or a password confirmation. */
export async function wait(history: MoneyHistory, time: Parameters<SellingApp['advance']>[0]): Promise<void> {
  const { shop, owner, doorman, buyers } = history
  await shop.advance(time)
  await shop.app.db
    .updateTable('sessions')
    .set({ confirmed_at: sql`app_now()`, expires_at: sql`app_now() + interval '2 hours'` })
    .where(
      'user_id',
      'in',
      [owner, doorman, ...buyers].map(({ id }) => id),
    )
    .execute()
}

export async function take(history: MoneyHistory, step: MoneyStep): Promise<void> {
  const { shop, eventId, typeId, drinkId, owner, doorman, buyers } = history
  const { control } = shop.simulator
  const params = { id: eventId }
  const ticketOf = async (which: number) => pick(await tickets(history), which)
  const paymentOf = (which: number) => pick(history.payments, which)
  const cents = (part: number | null) => (part === null ? undefined : part * 100_000)
  switch (step.does) {
    case 'buy': {
      const buyer = pick(buyers, history.preferences.length)
      if (!buyer) return
      const drinks = drinkId !== undefined && step.quantity === 2 ? { drinks: [{ drinkId, quantity: 3 }] } : {}
      const body = { eventId, ticketTypeId: typeId, quantity: step.quantity, ...drinks }
      return attempt(
        history,
        'buy',
        shop.call(createPurchase, { body }, { as: buyer }).then(async (purchase) => {
          history.preferences.push(await shop.preferenceOf(purchase))
        }),
      )
    }
    case 'add drinks': {
      const ticket = await ticketOf(step.which)
      const holder = buyers.find(({ id }) => id === ticket?.holderId)
      if (!ticket || !holder || drinkId === undefined) return
      const call = { params: { ticketId: ticket.id }, body: { drinks: [{ drinkId, quantity: 2 }] } }
      await attempt(
        history,
        'add drinks',
        shop.call(addDrinks, call, { as: holder }).then(async (purchase) => {
          history.preferences.push(await shop.preferenceOf(purchase))
          if (step.pays) history.payments.push(await control.pay(history.preferences.at(-1) ?? ''))
        }),
      )
      return
    }
    case 'refund drinks': {
      const orders = await shop.app.db
        .selectFrom('orders')
        .select('public_id as orderId')
        .where('event_id', '=', eventId)
        .where('ticket_id', 'is not', null)
        .where('paid_at', 'is not', null)
        .orderBy('id')
        .execute()
      const order = pick(orders, step.which)
      if (!order) return
      const body = { orderId: order.orderId, reason: 'Una prueba' }
      return attempt(history, 'refund drinks', shop.call(refundDrinks, { params, body }, { as: owner }))
    }
    case 'pay late':
      await wait(history, { minutes: 20 })
      await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
      return take(history, { does: 'pay', which: step.which })
    case 'pay': {
      const preference = step.which === null ? history.preferences.at(-1) : pick(history.preferences, step.which)
      if (preference)
        await attempt(
          history,
          'pay',
          control.pay(preference).then((id) => history.payments.push(id)),
        )
      return
    }
    case 'refund': {
      const ticket = await ticketOf(step.which)
      if (!ticket) return
      const amount = step.part === null ? {} : { partialAmount: step.part * 1000 }
      const body = { ticketId: ticket.id, reason: 'Una prueba', endTicket: step.ends, ...amount }
      return attempt(history, 'refund', shop.call(refundTicketMoney, { params, body }, { as: owner }))
    }
    case 'seller gives back': {
      const payment = paymentOf(step.which)
      if (payment) await attempt(history, step.does, control.refund(payment, cents(step.part)))
      return
    }
    case 'charge back': {
      const payment = paymentOf(step.which)
      if (payment) await attempt(history, step.does, control.chargeBack(payment))
      return
    }
    case 'decide chargeback': {
      const payment = paymentOf(step.which)
      if (payment) await attempt(history, step.does, control.settleChargeback(payment, step.outcome))
      return
    }
    case 'mass': {
      const body = { reason: 'Una prueba', confirmation: EVENT_NAME }
      return attempt(
        history,
        'mass',
        shop.call(startMassRefund, { params, body }, { as: owner }).then(({ id }) => {
          history.massRefundId = id
        }),
      )
    }
    case 'change mass':
      return changeMass(history, step.act)
    case 'scan': {
      const ticket = await ticketOf(step.which)
      if (!ticket) return
      const call = { params: { ticketId: ticket.number }, body: { eventId, via: 'typed' } }
      await attempt(history, 'scan', shop.call(scanTicket, call, { as: doorman }))
      return redeem(history, ticket)
    }
    case 'transfer': {
      const ticket = await ticketOf(step.which)
      const holder = buyers.find(({ id }) => id === ticket?.holderId)
      const receiver = pick(buyers, step.which + 1)
      if (!ticket || !holder || !receiver) return
      const call = { params: { id: ticket.id }, body: { toUserId: receiver.id } }
      return attempt(history, 'transfer', shop.call(transferTicket, call, { as: holder }))
    }
    case 'wait':
      return wait(history, { seconds: step.seconds })
    case 'end of the event':
      // Past the days in which the door still lets in.
      await wait(history, { hours: 24 * 4 })
      await shop.app.queue.runJob(shop.app, 'events.finish-past')
      return shop.app.queue.runJob(shop.app, 'tickets.expire')
    case 'work':
      return work(history)
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

/** The doorman serves what is left of a ticket's drinks, one of them. */
async function redeem(history: MoneyHistory, ticket: { readonly id: string; readonly number: string }): Promise<void> {
  const { shop, doorman } = history
  const voucher = await shop.app.db
    .selectFrom('drink_vouchers')
    .select('id')
    .where('ticket_id', '=', ticket.id)
    .where('redeemed_at', 'is', null)
    .orderBy('position')
    .executeTakeFirst()
  if (!voucher) return
  const call = { params: { id: voucher.id }, body: { code: ticket.number } }
  await attempt(history, 'redeem', shop.call(redeemVoucher, call, { as: doorman }))
}

export async function changeMass(history: MoneyHistory, act: 'pause' | 'resume' | 'stop'): Promise<void> {
  const { shop, eventId, massRefundId: jobId, owner } = history
  if (!jobId) return
  const call = { params: { id: eventId, jobId, act } }
  await attempt(history, 'change mass', shop.call(changeMassRefund, call, { as: owner }))
}

/** What the workers do to money in a moment, whatever is due. */
export async function work({ shop: { app, simulator } }: MoneyHistory): Promise<void> {
  await simulator.control.drain()
  await app.queue.runJob(app, 'checkout.apply-notifications')
  await app.queue.runJob(app, 'refunds.mass')
  await app.queue.runJob(app, 'refunds.sweep')
  await returnEnded(app)
}

/** The job `refunds.return-drinks` of all tickets with added drinks; the others that are queued would draw papers. */
async function returnEnded(app: SellingApp['app']): Promise<void> {
  const rows = await app.db
    .selectFrom('orders')
    .select('ticket_id as ticketId')
    .distinct()
    .where('ticket_id', 'is not', null)
    .where('state', 'in', ['paid', 'partially_refunded'])
    .execute()
  const ticketIds = rows.flatMap(({ ticketId }) => ticketId ?? [])
  if (ticketIds.length > 0) await returnDrinks(app, { ticketIds })
}
