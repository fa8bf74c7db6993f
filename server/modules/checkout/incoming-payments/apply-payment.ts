/** Applies a payment of the provider to its order. Money changes an order here and nowhere else. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { inTransaction, perProcess, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { unappliedEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { returnedCents } from '#server/modules/payments/payment.ts'
import { recordPayment } from '#server/modules/payments/record-payment.ts'
import { markApplied, type StoredPayment } from '#server/modules/payments/store.ts'
import { requestRefund, type AutomaticRefund } from '#server/modules/payments/refunds/request-refund.ts'
import { ensureActiveKey, type TicketKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { publishChange, orderTopics } from '#server/shared/publish-change.ts'
import { confirmOrder } from './confirm-order.ts'
import { confirmTogether } from './confirm-together.ts'
import { decidePayment, type PaymentDecision, type PaymentFacts } from './decide-payment.ts'
import { paymentReturned } from './notify-returned-payment.ts'
import { keepHold } from '../holds/keep-hold.ts'
import { lockPayments } from './store-payments.ts'
import { lockOrder, type LockedOrder } from '../store.ts'
import { recordReversal } from '../reversals/record-reversal.ts'

/** Outcome of a payment. Counters and stored notifications use these words, so they must not change. */
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
/** The provider's answers come one after the other, and one alone costs as much as many. */
const GATHER_MS = 10
/** SQL states that blame rows and not the database: data, a constraint, a deadlock, a lock that could not be had. */
const OF_ROWS = /^(22|23|40|55)/

/**
 * Applies a payment that was just fetched, in a transaction that locks its order. Notifications may be lost, repeated or come
 * in any order, and the end is the same (rule R10.4). A payment in time brings tickets. One after the hold's end brings
 * tickets while there are places, else a refund. A wrong one, or a second one of the order, brings a refund and an alert. One
 * that is not ours changes nothing. Payments that wait at the same time are confirmed together. Throws `busy` when 2,000 wait.
 */
export async function applyPayment(app: App, payment: ProviderPayment): Promise<PaymentOutcome> {
  return perProcess(app, 'checkout.payments', () => openQueue(app)).add(payment)
}

function openQueue(app: App): Batcher<ProviderPayment, PaymentOutcome> {
  return createBatcher<ProviderPayment, PaymentOutcome>({
    async run(payments) {
      const [first] = payments
      return first && payments.length === 1 ? [await applyAlone(app, first)] : applyTogether(app, payments)
    },
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
    gatherMs: GATHER_MS,
    keysOf: ({ id, externalReference }) => [id, externalReference ?? id],
    retryAlone: (error) =>
      error instanceof Error && 'code' in error && typeof error.code === 'string' && OF_ROWS.test(error.code),
  })
}

/** Plain payments share one transaction; each odd one has its own after it. */
async function applyTogether(app: App, payments: readonly ProviderPayment[]): Promise<(PaymentOutcome | Error)[]> {
  const outcomes: (PaymentOutcome | Error)[] = []
  for (const [n, decision] of (await confirmTogether(app, payments)).entries()) {
    const payment = payments[n]
    if (!payment) throw new Error('A payment was decided that is not in the batch')
    outcomes.push(
      'ignored' in decision ? decision.ignored : decision.does === 'confirm' ? 'applied' : await tryAlone(app, payment),
    )
  }
  return outcomes
}

async function tryAlone(app: App, payment: ProviderPayment): Promise<PaymentOutcome | Error> {
  try {
    return await applyAlone(app, payment)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function applyAlone(app: App, payment: ProviderPayment): Promise<PaymentOutcome> {
  // Read before anything is locked: once a minute it asks the database.
  const key = await ensureActiveKey(app)
  return inTransaction({ ...app, db: app.reserved.confirmations }, async (app) => {
    const { rows } = await lockPayments([payment]).execute(app.db)
    const facts = rows[0]?.facts[0] ?? null
    const decision = decidePayment(payment, facts)
    if ('ignored' in decision) return decision.ignored
    if (!facts) throw new Error('A payment of no order was decided')
    return carryOut(app, key, decision, facts, payment)
  })
}

async function carryOut(
  app: Tx,
  key: TicketKey,
  decision: Exclude<PaymentDecision, { readonly ignored: string }>,
  { order, known, isEventCancelled }: PaymentFacts,
  providerPayment: ProviderPayment,
): Promise<PaymentOutcome> {
  const payment = await recordPayment(app, order.id, providerPayment, known)
  app.afterCommit(({ bus }) => publishChange(bus, orderTopics(order)))
  switch (decision.does) {
    case 'confirm':
    case 'receive':
      return receive(app, key, { ...order, isEventCancelled }, payment, providerPayment)
    case 'refund':
      return refundUnapplied(app, order, payment, refundOf(order, payment, providerPayment, decision.reason))
    case 'record_reversal':
      return recordReversal(app, order, payment, providerPayment)
    case 'keep_hold':
      await keepHold(app, order, providerPayment)
      return 'noted'
    case 'record':
      return 'noted'
  }
}

/**
 * Buys the order with the money, then books what the provider returned since, as if both had been reported in time. Without
 * places, or for a cancelled event, the money buys nothing and is refunded unless it already was.
 */
async function receive(
  app: Tx,
  key: TicketKey,
  order: LockedOrder & Pick<PaymentFacts, 'isEventCancelled'>,
  payment: StoredPayment,
  providerPayment: ProviderPayment,
): Promise<PaymentOutcome> {
  if (order.isEventCancelled || !(await confirmOrder(app, key, order, payment))) {
    if (providerPayment.status !== 'approved') return recordReversal(app, order, payment, providerPayment)
    return refundUnapplied(app, order, payment, refundOf(order, payment, providerPayment, 'no_places'))
  }
  await markApplied(app, payment.id)
  const paid = returnedCents(providerPayment) > 0 ? await lockOrder(app, { id: order.id }) : undefined
  if (paid) await recordReversal(app, paid, { ...payment, isApplied: true }, providerPayment)
  return 'applied'
}

function refundOf(
  order: LockedOrder,
  payment: StoredPayment,
  providerPayment: ProviderPayment,
  reason: 'no_places' | 'amount' | 'currency' | 'second_payment',
): AutomaticRefund {
  const source = reason === 'no_places' ? 'late_payment' : 'wrong_payment'
  return { orderId: order.id, paymentId: payment.id, amountCents: providerPayment.amountCents, source, reason }
}

/** Keeps money that buys nothing in suspense until the provider has refunded it, and notifies its payer of the reason. */
async function refundUnapplied(
  app: Tx,
  order: LockedOrder,
  payment: StoredPayment,
  refund: AutomaticRefund,
): Promise<PaymentOutcome> {
  const refundId = await requestRefund(app, refund)
  const { id: orderId, companyId, eventId } = order
  const came = unappliedEntries(refund.amountCents, payment.providerFeeCents)
  await recordEntries(app, { companyId, eventId, orderId, paymentId: payment.id }, came)
  if (refund.source === 'wrong_payment') {
    app.log.warn(
      { orderId, paymentId: payment.id, reason: refund.reason },
      'a payment that does not fit its order is refunded',
    )
    await audit(app, SYSTEM, 'payment.alert', ['order', orderId], {
      after: { paymentId: payment.id, reason: refund.reason },
    })
  }
  await notify(app, paymentReturned, { refundId }, refundId)
  return 'refunding'
}
