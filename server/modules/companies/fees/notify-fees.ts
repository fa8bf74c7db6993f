/** Notifies a company's owners that the platform charges it something else from a day on. */
import type { App, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { listOwners } from '../payment-account/queries.ts'
import { feesMail, type FeeChange } from './messages.ts'

export const feesChanged = defineNotification('companies.fees-changed', {
  find: async (app: App, { companyId, userId }: FeeChange & { companyId: string; userId: string }) =>
    (await listOwners(app, companyId)).find(({ id }) => id === userId),
  mail: feesMail,
})

export async function notifyFees(app: Tx, companyId: string, change: FeeChange): Promise<void> {
  for (const { id: userId } of await listOwners(app, companyId)) {
    await notify(app, feesChanged, { companyId, userId, ...change })
  }
}
