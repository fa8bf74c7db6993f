/** Tells whoever regretted what the team answered. */
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { listAnswerReaders } from './queries-people.ts'
import { findRegret } from './queries.ts'

/** Sends its mails, if there is anybody to write to. Throws when the mail host is away, to be tried again. */
export async function notifyRegret(app: App, regretId: string): Promise<void> {
  const regret = await findRegret(app, { id: regretId })
  if (!regret?.answer) return
  const { kind, mails = [] } = (await listAnswerReaders(app, [regret])).get(regretId) ?? {}
  for (const { to, name, key } of mails) {
    const letter = writeLetter(
      to,
      // One that was put back to a person is answered again, by another mail.
      { name, idempotencyKey: `regret-answer-${regretId}-${key}-${regret.doneAt}` },
      {
        subject: `Respuesta a tu arrepentimiento ${regret.code}`,
        lines: [regret.answer],
        after:
          'Si no estás de acuerdo podés reclamar en la ventanilla federal de Defensa del Consumidor: www.argentina.gob.ar/defensadelconsumidor.',
      },
    )
    const outcome = await sendMessage(app, { channel: 'mail', ...letter })
    if ('refused' in outcome) app.log.warn({ regretId, kind, reason: outcome.refused }, 'an answer could not be told')
  }
}
