/** How long an unpaid order keeps its places while its payment is undecided. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { Core, Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { isCash } from '#server/modules/payments/payment.ts'
import { CASH_SECONDS, holdEnd, IN_REVIEW_SECONDS } from './hold-rules.ts'
import { findHoldRules } from '../queries.ts'
import { extendHold, type LockedOrder } from '../store.ts'

const AFTER_REJECTION_MINUTES = 10

/**
 * A rejected payment gives ten minutes more, once in the order's life (rule R9.2). One in process gives 48 h, a
 * cash voucher 72 h, but no place is kept after 6 h before the start; both only where the organizer takes cash, because
 * elsewhere a payment is approved or rejected at once. A hold is never shortened.
 */
export async function keepHold(app: Tx, order: LockedOrder, told: ProviderPayment): Promise<void> {
  const isExtended =
    told.status === 'rejected'
      ? !order.isOver &&
        (await extendHold(app, order.id, { until: { minutesMore: AFTER_REJECTION_MINUTES }, once: true }))
      : told.status === 'pending' && (await keepForPending(app, order, told))
  if (!isExtended) return
  await audit(app, SYSTEM, {
    action: 'order.extend',
    objectType: 'order',
    objectId: order.id,
    after: { because: told.status },
  })
}

async function keepForPending(app: Core, order: LockedOrder, told: ProviderPayment): Promise<boolean> {
  const { acceptsCash, startsAt } = await findHoldRules(app, order.eventId)
  if (!acceptsCash) return false
  const until = holdEnd(told.createdAt, isCash(told) ? CASH_SECONDS : IN_REVIEW_SECONDS, startsAt)
  return extendHold(app, order.id, { until, once: false })
}
