/** Approved payments that wait at the same time become tickets in one short transaction, whatever their events. */
import type { RawBuilder } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { auditRows, SYSTEM } from '#server/db/audit.ts'
import { entriesOf } from '#server/modules/ledger/record-entries.ts'
import { approvedPayments } from '#server/modules/payments/note-payment.ts'
import { confirmedPlaces } from '#server/modules/stock/confirm-places.ts'
import { ensureActiveKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { issueInBatch } from '#server/modules/tickets/issuing/issue-tickets.ts'
import { newId } from '#server/shared/ids.ts'
import { confirmationEntries } from './confirm-order.ts'
import { decidePayment, type PaymentDecision } from './decide-payment.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { lockPayments, setPaid } from './store-payments.ts'

/** A payment that pays for places which its order holds. */
interface Confirmation extends PaymentFacts {
  readonly told: ProviderPayment
  readonly paymentId: string
}

/**
 * Decides each payment and confirms those of which the decision is `confirm`; the others are only decided, and left to
 * whoever applies them by themselves. No payment and no order may stand twice among them.
 */
export async function confirmTogether(app: App, told: readonly ProviderPayment[]): Promise<PaymentDecision[]> {
  // Known but for once a minute. Read before anything is locked.
  const key = await ensureActiveKey(app)
  return app.reserved.payments.transact(lockPayments(told), async ([row]) => {
    if (!row) throw new Error('The payments were given no facts')
    const decisions = told.map((payment, n) => decidePayment(payment, row.facts[n] ?? null))
    const confirmations = told.flatMap((payment, n): Confirmation[] => {
      const [facts, decision] = [row.facts[n], decisions[n]]
      const isPlain = decision && 'does' in decision && decision.does === 'confirm'
      return facts && isPlain ? [{ ...facts, told: payment, paymentId: newId() }] : []
    })
    if (confirmations.length === 0) return { writes: [], result: decisions }
    const tickets = await issueInBatch(
      app,
      key,
      confirmations.map(({ order: { id, ...order }, eventNumber, lines }) => {
        return { orderId: id, eventId: order.eventId, buyerId: order.buyerId, eventNumber, lines, kind: 'paid' }
      }),
    )
    return { writes: [...writesOf(confirmations), ...tickets, ...soldPlaces(confirmations)], result: decisions }
  })
}

function writesOf(confirmations: readonly Confirmation[]): RawBuilder<unknown>[] {
  return [
    ...approvedPayments(
      confirmations.map(({ told, paymentId, order }) => ({ id: paymentId, orderId: order.id, told })),
    ),
    setPaid(confirmations.map(({ order }) => order.id)),
    entriesOf(
      confirmations.map(({ order, told, paymentId }) => ({
        subject: { companyId: order.companyId, eventId: order.eventId, orderId: order.id, paymentId },
        entries: confirmationEntries(order, told.feeCents ?? 0),
      })),
    ),
    auditRows(
      SYSTEM,
      confirmations.map(({ order, paymentId }) => ({
        action: 'order.confirm',
        objectType: 'order',
        objectId: order.id,
        before: { state: order.state },
        after: { state: 'paid', paidCents: order.totalCents, paymentId },
      })),
    ),
  ]
}

/** Last, because every sale of a hot type waits for its row. */
function soldPlaces(confirmations: readonly Confirmation[]): RawBuilder<unknown>[] {
  return confirmedPlaces(
    confirmations.flatMap(({ order: { eventId, isUnproved }, lines }) =>
      lines.map(({ ticketTypeId, quantity }) => ({ eventId, typeId: ticketTypeId, quantity, isUnproved })),
    ),
  )
}
