/** Notifies the buyer of a purchase, or the mail that was typed, of what the team answered. */
import type { App, Core, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { answerMail } from './messages.ts'
import { listAnswerReaders } from './queries-people.ts'
import { findAnswer, findRegret } from './queries.ts'

interface About {
  readonly regretId: string
  /** The purchase that the answer is about; null for a regret without purchases. */
  readonly orderId: string | null
  /** A purchase that was handed back is answered again, by another mail. */
  readonly doneAt: string | null
}

export const regretAnswered = defineNotification('regrets.answered', {
  async find(app: App, { regretId, orderId, doneAt }: About) {
    const found = await findAnswer(app, regretId, orderId)
    if (!found?.answer || found.doneAt !== doneAt) return undefined
    const reader = await findReader(app, regretId, found.buyerId)
    return reader && { name: reader.name, mail: reader.to, code: found.code, answer: found.answer }
  },
  mail: answerMail,
})

export async function notifyAnswer(app: Tx, regretId: string, orderId: string | null): Promise<void> {
  const found = await findAnswer(app, regretId, orderId)
  if (!found || !(await findReader(app, regretId, found.buyerId))) return
  const { doneAt } = found
  await notify(app, regretAnswered, { regretId, orderId, doneAt }, `${regretId}-${orderId ?? 'contact'}-${doneAt}`)
}

async function findReader(app: Core, regretId: string, reader: string | null) {
  const regret = await findRegret(app, { id: regretId })
  if (!regret) return undefined
  const readers = (await listAnswerReaders(app, [regret])).get(regretId)
  return readers?.mails.find(({ buyerId }) => buyerId === reader)
}
