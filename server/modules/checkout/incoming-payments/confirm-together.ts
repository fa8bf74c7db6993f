/** Approved payments that wait at the same time become tickets in one short transaction, whatever events they are for. */
import type { RawBuilder } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { auditRows, SYSTEM } from '#server/db/audit.ts'
import { entriesOf } from '#server/modules/ledger/store.ts'
import { approvedPayments } from '#server/modules/payments/record-payment.ts'
import { confirmedPlaces } from '#server/modules/stock/store.ts'
import { ensureActiveKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { issueInBatch } from '#server/modules/tickets/issuing/issue-tickets.ts'
import { publishChange, orderTopics } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { confirmationEntries } from './confirm-order.ts'
import { decidePayment, type PaymentDecision, type PaymentFacts } from './decide-payment.ts'
import { lockPayments, setPaid } from './store-payments.ts'

/** A payment for places that its order still holds. */
interface Confirmation extends PaymentFacts {
  readonly providerPayment: ProviderPayment
  readonly paymentId: string
}

/**
 * Decides each payment, and writes those that are to `confirm`. The caller applies the others one by one. No payment and no
 * order may stand twice among them.
 */
export async function confirmTogether(
  app: App,
  providerPayments: readonly ProviderPayment[],
): Promise<PaymentDecision[]> {
  // Read before anything is locked: once a minute it asks the database.
  const key = await ensureActiveKey(app)
  const { decisions, confirmed } = await app.reserved.payments.transact(
    lockPayments(providerPayments),
    async ([row]) => {
      if (!row) throw new Error('The payments were given no facts')
      const decisions = providerPayments.map((payment, n) => decidePayment(payment, row.facts[n] ?? null))
      const confirmations = providerPayments.flatMap((payment, n): Confirmation[] => {
        const [facts, decision] = [row.facts[n], decisions[n]]
        const isPlain = decision && 'does' in decision && decision.does === 'confirm'
        return facts && isPlain ? [{ ...facts, providerPayment: payment, paymentId: newId() }] : []
      })
      const result = { decisions, confirmed: confirmations.map(({ order }) => order) }
      if (confirmations.length === 0) return { writes: [], result }
      const tickets = await issueInBatch(
        app,
        key,
        confirmations.map(({ order: { id, ...order }, eventNumber, lines, drinks }) => {
          return {
            orderId: id,
            eventId: order.eventId,
            buyerId: order.buyerId,
            eventNumber,
            lines,
            drinks,
            kind: 'paid',
          }
        }),
      )
      return { writes: [...writesOf(confirmations), ...tickets, ...soldPlaces(confirmations)], result }
    },
  )
  publishChange(app.bus, confirmed.flatMap(orderTopics))
  return decisions
}

function writesOf(confirmations: readonly Confirmation[]): RawBuilder<unknown>[] {
  return [
    ...approvedPayments(
      confirmations.map(({ providerPayment, paymentId, order }) => ({
        id: paymentId,
        orderId: order.id,
        providerPayment,
      })),
    ),
    setPaid(confirmations.map(({ order }) => order.id)),
    entriesOf(
      confirmations.map(({ order, providerPayment, paymentId }) => ({
        subject: { companyId: order.companyId, eventId: order.eventId, orderId: order.id, paymentId },
        entries: confirmationEntries(order, providerPayment.feeCents ?? 0),
      })),
    ),
    auditRows(
      SYSTEM,
      confirmations.map(({ order, paymentId }) => ({
        action: 'order.confirm',
        object: ['order', order.id] as const,
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
