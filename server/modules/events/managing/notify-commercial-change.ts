/** Notifies the owners of a company of what a commercial changed of an event. */
import type { App, Tx } from '#server/context.ts'
import { listOwners } from '#server/modules/companies/payment-account/queries.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { listCategories } from '../queries.ts'
import { changedByCommercialMail } from './messages.ts'
import { findCommercialChange } from './queries-changes.ts'

interface About {
  readonly companyId: string
  readonly userId: string
  readonly changeId: number
}

export const changedByCommercial = defineNotification('events.changed-by-commercial', {
  async find(app: App, { companyId, userId, changeId }: About) {
    const owner = (await listOwners(app, companyId)).find(({ id }) => id === userId)
    const change = await findCommercialChange(app, changeId)
    if (!owner || !change) return undefined
    return { name: owner.name, mail: owner.mail, change, categories: await listCategories(app) }
  },
  mail: changedByCommercialMail,
})

export async function notifyCommercialChange(
  app: Tx,
  { companyId, changeId }: { companyId: string; changeId: number },
): Promise<void> {
  for (const { id: userId } of await listOwners(app, companyId)) {
    await notify(app, changedByCommercial, { companyId, userId, changeId }, `${changeId}-${userId}`)
  }
}
