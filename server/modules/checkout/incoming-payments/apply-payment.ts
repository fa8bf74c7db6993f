/** What the provider says of a payment, applied to its order. The only way in which money changes an order. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { inTransaction, perProcess, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { unappliedEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/record-entries.ts'
import { noteApplied, notePayment, type NotedPayment } from '#server/modules/payments/note-payment.ts'
import { requestRefund, type AutomaticRefund } from '#server/modules/refunds/request-refund.ts'
import { ensureActiveKey, type TicketKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { confirmOrder } from './confirm-order.ts'
import { confirmTogether } from './confirm-together.ts'
import { decidePayment, type PaymentDecision } from './decide-payment.ts'
import { keepHold } from '../holds/keep-hold.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { lockPayments } from './store-payments.ts'
import { lockOrder, type LockedOrder } from '../store.ts'
import { takeBack } from './take-back.ts'

/** What became of a payment, in fixed words for counters and notifications. */
export type PaymentOutcome =
  | 'unknown_reference'
  | 'other_collector'
  | 'sandbox'
  | 'old_news'
  | 'noted'
  | 'applied'
  | 'refunding'
  | 'taken_back'

const BATCH_SIZE = 100
const MAX_WAITING = 2000
/** What the database says of rows, not of itself: data, a constraint, a ring of locks, a lock that is not to be had. */
const OF_ROWS = /^(22|23|40|55)/

/**
 * Applies a payment as it was just fetched, in a transaction that holds its order, so that any loss, repetition or
 * order of notifications ends alike (rule R10.4). Approved in time: tickets. Approved after the hold ended: tickets
 * while there are places, else the money back. Wrong, or a second payment of the order: the money back, with an alert.
 * Not ours: nothing. Those that wait at the same time are confirmed together; throws `busy` when 2,000 do.
 */
export async function applyPayment(app: App, told: ProviderPayment): Promise<PaymentOutcome> {
  return perProcess(app, 'checkout.payments', () => openQueue(app)).add(told)
}

function openQueue(app: App): Batcher<ProviderPayment, PaymentOutcome> {
  return createBatcher<ProviderPayment, PaymentOutcome>({
    async run(told) {
      const [first] = told
      return first && told.length === 1 ? [await applyAlone(app, first)] : applyTogether(app, told)
    },
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
    keysOf: ({ id, externalReference }) => [id, externalReference ?? id],
    retryAlone: (error) =>
      error instanceof Error && 'code' in error && typeof error.code === 'string' && OF_ROWS.test(error.code),
  })
}

/** The plain ones in one transaction; whatever is odd by itself, after it. */
async function applyTogether(app: App, told: readonly ProviderPayment[]): Promise<(PaymentOutcome | Error)[]> {
  const outcomes: (PaymentOutcome | Error)[] = []
  for (const [n, decision] of (await confirmTogether(app, told)).entries()) {
    const payment = told[n]
    if (!payment) throw new Error('A payment was decided that nobody asked about')
    outcomes.push(
      'ignored' in decision ? decision.ignored : decision.does === 'confirm' ? 'applied' : await tryAlone(app, payment),
    )
  }
  return outcomes
}

async function tryAlone(app: App, told: ProviderPayment): Promise<PaymentOutcome | Error> {
  try {
    return await applyAlone(app, told)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function applyAlone(app: App, told: ProviderPayment): Promise<PaymentOutcome> {
  // Known but for once a minute. Read before anything is locked.
  const key = await ensureActiveKey(app)
  return inTransaction({ ...app, db: app.reserved.confirmations }, async (app) => {
    const { rows } = await lockPayments([told]).execute(app.db)
    const facts = rows[0]?.facts[0] ?? null
    const decision = decidePayment(told, facts)
    if ('ignored' in decision) return decision.ignored
    if (!facts) throw new Error('A payment of no order was decided')
    return carryOut(app, key, decision, facts, told)
  })
}

async function carryOut(
  app: Tx,
  key: TicketKey,
  decision: Exclude<PaymentDecision, { readonly ignored: string }>,
  { order, known }: PaymentFacts,
  told: ProviderPayment,
): Promise<PaymentOutcome> {
  const payment = await notePayment(app, order.id, told, known)
  switch (decision.does) {
    case 'confirm':
    case 'receive':
      return receive(app, key, order, payment, told)
    case 'give_back':
      return giveBack(app, order, payment, refundOf(order, payment, told, decision.reason))
    case 'take_back':
      return takeBack(app, order, payment, told)
    case 'keep_hold':
      await keepHold(app, order, told)
      return 'noted'
    case 'note':
      return 'noted'
  }
}

/** Money that came: it buys the order, or it goes back when its places are gone. */
async function receive(
  app: Tx,
  key: TicketKey,
  order: LockedOrder,
  payment: NotedPayment,
  told: ProviderPayment,
): Promise<PaymentOutcome> {
  if (!(await confirmOrder(app, key, order, payment))) {
    return giveBack(app, order, payment, refundOf(order, payment, told, 'no_places'))
  }
  await noteApplied(app, payment.id)
  // Part of it may be gone already when it is first told.
  const paid = told.refundedCents > 0 ? await lockOrder(app, { id: order.id }) : undefined
  if (paid) await takeBack(app, paid, { ...payment, isApplied: true }, told)
  return 'applied'
}

function refundOf(
  order: LockedOrder,
  payment: NotedPayment,
  told: ProviderPayment,
  reason: 'no_places' | 'amount' | 'currency' | 'second_payment',
): AutomaticRefund {
  const source = reason === 'no_places' ? 'late_payment' : 'wrong_payment'
  return { orderId: order.id, paymentId: payment.id, amountCents: told.amountCents, source, reason }
}

/** Money that buys nothing waits in suspense until the provider has given it back; people are told why. */
async function giveBack(
  app: Tx,
  order: LockedOrder,
  payment: NotedPayment,
  refund: AutomaticRefund,
): Promise<PaymentOutcome> {
  const refundId = await requestRefund(app, refund)
  const { id: orderId, companyId, eventId } = order
  await recordEntries(app, { companyId, eventId, orderId, paymentId: payment.id }, unappliedEntries(refund.amountCents))
  if (refund.source === 'wrong_payment') {
    app.log.warn(
      { orderId, paymentId: payment.id, reason: refund.reason },
      'a payment that does not fit its order is refunded',
    )
    await audit(app, SYSTEM, {
      action: 'payment.alert',
      objectType: 'order',
      objectId: orderId,
      after: { paymentId: payment.id, reason: refund.reason },
    })
  }
  await app.queue.enqueue(app, 'checkout.tell-refund', { refundId }, { singletonKey: refundId })
  return 'refunding'
}
