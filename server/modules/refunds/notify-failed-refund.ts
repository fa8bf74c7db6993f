/** Notifies the company's owners and our team of a refund that the provider will never make: no other request follows by itself. */
import type { App, Tx } from '#server/context.ts'
import { TEAM_MAILBOX } from '#server/modules/accounts/roles/queries.ts'
import { listOwners } from '#server/modules/companies/payment-account/queries.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { failedMail } from './messages.ts'
import { findFailedRefund } from './lists/queries.ts'

export const refundFailed = defineNotification('refunds.failed', {
  /** `userId` is null for the team. */
  async find(app: App, { refundId, userId }: { refundId: string; userId: string | null }) {
    const refund = await findFailedRefund(app, refundId)
    if (!refund) return undefined
    const readers = userId === null ? [TEAM_MAILBOX] : await listOwners(app, refund.companyId)
    const reader = readers.find(({ id }) => id === userId)
    return reader && { ...refund, name: reader.name, mail: reader.mail }
  },
  mail: failedMail,
})

/** A mass refund reports its failed ones itself. */
export async function notifyFailedRefund(app: Tx, refundId: string): Promise<void> {
  const refund = await findFailedRefund(app, refundId)
  if (!refund || refund.massRefundId !== null) return
  for (const { id: userId } of [...(await listOwners(app, refund.companyId)), TEAM_MAILBOX]) {
    await notify(app, refundFailed, { refundId, userId }, `${refundId}-${userId ?? 'team'}`)
  }
}
