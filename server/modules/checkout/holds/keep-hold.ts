/** Makes the hold of an unpaid order longer while its payment is undecided, or after one was rejected. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { Core, Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { isCash } from '#server/modules/payments/payment.ts'
import { CASH_SECONDS, holdEnd, IN_REVIEW_SECONDS } from './hold-rules.ts'
import { findHoldRules } from './queries.ts'
import { extendHold, type LockedOrder } from '../store.ts'

const AFTER_REJECTION_MINUTES = 10

/**
 * A rejected payment gives ten minutes more, once in the order's life (rule R9.2). A payment in process gives 48 h, and a cash
 * voucher 72 h, but no hold ends later than 6 h before the start. Both need an organizer who takes cash, because without it a
 * payment is approved or rejected at once. A hold is never shortened.
 */
export async function keepHold(app: Tx, order: LockedOrder, payment: ProviderPayment): Promise<void> {
  const isExtended =
    payment.status === 'rejected'
      ? !order.isOver &&
        (await extendHold(app, order.id, { until: { minutesMore: AFTER_REJECTION_MINUTES }, once: true }))
      : payment.status === 'pending' && (await keepForPending(app, order, payment))
  if (!isExtended) return
  await audit(app, SYSTEM, 'order.extend', ['order', order.id], { after: { because: payment.status } })
}

async function keepForPending(app: Core, order: LockedOrder, payment: ProviderPayment): Promise<boolean> {
  const { acceptsCash, startsAt } = await findHoldRules(app, order.eventId)
  if (!acceptsCash) return false
  const since = payment.createdAt ?? payment.lastUpdatedAt
  const until = holdEnd(since, isCash(payment) ? CASH_SECONDS : IN_REVIEW_SECONDS, startsAt)
  return extendHold(app, order.id, { until, once: false })
}
