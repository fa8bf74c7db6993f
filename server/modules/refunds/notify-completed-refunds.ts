/** Notifies the payer that their money went back, and holders that their tickets open no door any more: once for all of a purchase. */
import { inTransaction, type App } from '#server/context.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { takeMailDue } from '#server/modules/payments/refunds/store.ts'
import { completedMail } from './messages.ts'
import { listOrdersToMail, listRefundReaders } from './lists/queries.ts'

const PER_RUN = 200

export const refundCompleted = defineNotification('refunds.completed', {
  find: async (app: App, { refundIds, userId }: { refundIds: readonly string[]; userId: string }) =>
    (await listRefundReaders(app, refundIds)).find((reader) => reader.userId === userId),
  mail: completedMail,
})

/**
 * Enqueues the mails of refunds that were made: of a purchase together, once none of it is on its way any more, or after ten
 * minutes, because one may wait weeks for the seller.
 */
export async function notifyCompletedRefunds(app: App): Promise<void> {
  await forEachIsolated(app, {
    items: await listOrdersToMail(app, PER_RUN),
    handle: (orderId) => notifyOrder(app, orderId),
    logFields: (orderId) => ({ orderId }),
    failed: 'the mail of a refund could not be enqueued',
  })
}

async function notifyOrder(app: App, orderId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const refundIds = await takeMailDue(app, orderId)
    if (refundIds.length === 0) return
    for (const { userId } of await listRefundReaders(app, refundIds)) {
      await notify(app, refundCompleted, { refundIds, userId }, `${refundIds[0]}-${userId}`)
    }
  })
}
