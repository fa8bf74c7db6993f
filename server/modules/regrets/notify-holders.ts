/** Whoever was given a ticket whose buyer regrets the purchase learns that a person decides about it (rule R14.9). */
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { listOtherHolders } from './queries-people.ts'
import { answerBy, findRegret } from './queries.ts'

/** Sends one mail to each. Who has no mail gets none. Throws when the mail host is away, to be tried again. */
export async function notifyHolders(app: App, regretId: string, orderId: string): Promise<void> {
  const regret = await findRegret(app, { id: regretId })
  if (!regret) return
  for (const { id, name, mail, eventName } of await listOtherHolders(app, orderId)) {
    if (!mail) continue
    const letter = writeLetter(
      mail,
      { name, idempotencyKey: `regret-holder-${regretId}-${id}` },
      {
        subject: `Quien compró tu entrada para ${eventName} pidió la devolución`,
        lines: [
          `Quien compró la entrada que te pasaron para ${eventName} se arrepintió de la compra.`,
          `Como ahora es tuya, lo decide una persona de nuestro equipo antes del ${formatMoment(answerBy(regret))}. Mientras tanto tu entrada sigue valiendo.`,
          'Si se devuelve, te avisamos: la plata vuelve a quien la pagó y la entrada deja de servir.',
        ],
        action: { label: 'Ver mis entradas', href: app.config.publicUrl + paths.clientDashboard() },
        after: '',
      },
    )
    const outcome = await sendMessage(app, { channel: 'mail', ...letter })
    if ('refused' in outcome)
      app.log.warn({ regretId, reason: outcome.refused }, 'a holder could not be told of a regret')
  }
}
