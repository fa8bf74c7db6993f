/** Notifies the payer that their money went back, and the holder that the ticket opens no door any more. */
import type { App, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { completedMail } from './messages.ts'
import { listRefundReaders } from './queries.ts'

export const refundCompleted = defineNotification('refunds.completed', {
  find: async (app: App, { refundId, isPayer }: { refundId: string; isPayer: boolean }) =>
    (await listRefundReaders(app, refundId)).find((reader) => reader.isPayer === isPayer),
  mail: completedMail,
})

export async function notifyCompletedRefund(app: Tx, refundId: string): Promise<void> {
  for (const { isPayer } of await listRefundReaders(app, refundId)) {
    await notify(app, refundCompleted, { refundId, isPayer }, `${refundId}-${isPayer ? 'payer' : 'holder'}`)
  }
}
