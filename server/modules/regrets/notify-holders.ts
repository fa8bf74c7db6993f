/** Notifies the holders of tickets whose buyer regrets the purchase that a person decides about it (rule R14.9). */
import type { App, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { holderMail } from './messages.ts'
import { listOtherHolders } from './queries-people.ts'
import { answerBy } from './decide-regret.ts'
import { findRegret } from './queries.ts'

interface About {
  readonly regretId: string
  readonly orderId: string
  readonly holderId: string
}

export const purchaseRegretted = defineNotification('regrets.purchase-regretted', {
  async find(app: App, { regretId, orderId, holderId }: About) {
    const regret = await findRegret(app, { id: regretId })
    const holder = (await listOtherHolders(app, orderId)).find(({ id }) => id === holderId)
    return regret && holder && { ...holder, answerBy: answerBy(regret) }
  },
  mail: holderMail,
})

export async function notifyHolders(app: Tx, regretId: string, orderId: string): Promise<void> {
  for (const { id: holderId } of await listOtherHolders(app, orderId)) {
    const about = { regretId, orderId, holderId }
    await notify(app, purchaseRegretted, about, `${regretId}-${orderId}-${holderId}`)
  }
}
