/** Tells whoever began a mass refund how it ended. */
import { formatExactCents } from '#contract/exact-money.ts'
import { toCents } from '#contract/money.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findRequester, getMassRefund } from './queries.ts'

/** Sends its mail; nobody gets one who has no mail. Throws when the mail host is away, to be tried again. */
export async function notifyMassRefund(app: App, id: string): Promise<void> {
  const { eventId, name, mail } = await findRequester(app, id)
  if (!mail) return
  const { event, completed, failed, rejected } = await getMassRefund(app, eventId, id)
  const sum = ({ count, amount }: { count: number; amount: number }) =>
    `${count} por ${formatExactCents(toCents(amount))}`
  const letter = writeLetter(
    mail,
    { name, idempotencyKey: `mass-refund-${id}` },
    {
      subject: `Terminó la devolución de ${event.name}`,
      lines: [
        `Devueltas: ${sum(completed)}.`,
        ...(failed.count > 0 ? [`Mercado Pago no pudo con: ${sum(failed)}. Miralas una por una.`] : []),
        ...(rejected.count > 0 ? [`No hicieron falta, porque su plata ya había vuelto: ${sum(rejected)}.`] : []),
      ],
      after: 'El informe completo está en la pantalla de reembolsos del evento.',
    },
  )
  const outcome = await sendMessage(app, { channel: 'mail', ...letter })
  if ('refused' in outcome)
    app.log.warn({ massRefundId: id, reason: outcome.refused }, 'who began it could not be told')
}
