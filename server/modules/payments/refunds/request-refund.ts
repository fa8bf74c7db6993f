/** Money that bought nothing goes back by itself. */
import type { Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { newId } from '#server/shared/ids.ts'
import { insertRefund } from './store.ts'

export interface AutomaticRefund {
  readonly orderId: string
  readonly paymentId: string
  readonly amountCents: number
  readonly source: 'late_payment' | 'wrong_payment'
  /** Why, for the people who look into it. */
  readonly reason: string
}

/**
 * Keeps the refund, due at once, with the key of its call; call it inside the transaction that judged the payment.
 * Gives its id. A payment has one such refund; a second breaks a unique index.
 */
export async function requestRefund(app: Tx, refund: AutomaticRefund): Promise<string> {
  const id = newId()
  await insertRefund(app, { ...refund, id, state: 'approved', providerKey: `refund-${id}` })
  await audit(app, SYSTEM, 'refund.request', ['order', refund.orderId], { after: { refundId: id, ...refund } })
  return id
}
