import type { JobHandlers } from '#server/jobs/queue.ts'
import { applyNotification } from './apply-notification.ts'
import { expireOrders, mendHolds } from './expire-orders.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { tellRefund } from './tell-refund.ts'

export const handlers: JobHandlers = {
  'checkout.apply-notification': (app, { notificationId }) => applyNotification(app, notificationId),
  'checkout.expire-orders': async (app) => {
    await expireOrders(app)
  },
  'checkout.reconcile': async (app) => {
    await mendHolds(app)
    await reconcileOrders(app)
  },
  'checkout.tell-refund': (app, { refundId }) => tellRefund(app, refundId),
}
