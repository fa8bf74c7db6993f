import type { App } from '#server/context.ts'
import { defineNotification } from '#server/modules/notifications/notify.ts'
import { findRefundedBuyer } from './queries.ts'
import { returnedMail } from './messages.ts'

/** Notifies a buyer that their money is on its way back, and why. */
export const paymentReturned = defineNotification('checkout.payment-returned', {
  find: (app: App, { refundId }: { refundId: string }) => findRefundedBuyer(app, refundId),
  mail: returnedMail,
})
