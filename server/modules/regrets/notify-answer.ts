/** Notifies the buyers of a regret, or the mail that was typed, of what the team answered. */
import type { App, Core, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { answerMail } from './messages.ts'
import { listAnswerReaders } from './queries-people.ts'
import { findRegret, type RegretRecord } from './queries.ts'

interface About {
  readonly regretId: string
  /** One of `listAnswerReaders`. */
  readonly reader: string
  /** A regret that was handed back is answered again, by another mail. */
  readonly doneAt: string | null
}

export const regretAnswered = defineNotification('regrets.answered', {
  async find(app: App, { regretId, reader, doneAt }: About) {
    const regret = await findRegret(app, { id: regretId })
    if (!regret?.answer || regret.doneAt !== doneAt) return undefined
    const found = (await mailsOf(app, regret)).find(({ key }) => key === reader)
    return found && { name: found.name, mail: found.to, code: regret.code, answer: regret.answer }
  },
  mail: answerMail,
})

export async function notifyAnswer(app: Tx, regretId: string): Promise<void> {
  const regret = await findRegret(app, { id: regretId })
  if (!regret) return
  const { doneAt } = regret
  for (const { key: reader } of await mailsOf(app, regret)) {
    await notify(app, regretAnswered, { regretId, reader, doneAt }, `${regretId}-${reader}-${doneAt}`)
  }
}

async function mailsOf(app: Core, regret: RegretRecord) {
  return (await listAnswerReaders(app, [regret])).get(regret.id)?.mails ?? []
}
