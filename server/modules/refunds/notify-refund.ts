/** Tells who paid that their money went back, and who has the ticket that it opens no door any more. */
import { formatExactCents } from '#contract/exact-money.ts'
import { paths } from '#contract/paths.ts'
import type { RefundSource } from '#contract/refunds.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findRefundReaders, type RefundReader } from './queries.ts'

const WHY: Partial<Record<RefundSource, string>> = {
  buyer_regret: 'como pediste',
  event_cancelled: 'porque el evento se canceló',
  rescheduled: 'porque el evento cambió de fecha o de lugar',
}

/** The mails of one refund that was made. Who has no mail gets none. Throws when the mail host is away, to be tried again. */
export async function notifyRefund(app: App, refundId: string): Promise<void> {
  for (const reader of await findRefundReaders(app, refundId)) {
    if (!reader.mail) continue
    const { subject, lines } = reader.isPayer ? wordsForPayer(reader) : wordsForHolder(reader)
    const letter = writeLetter(
      reader.mail,
      { name: reader.name, idempotencyKey: `refund-${refundId}-${reader.isPayer ? 'payer' : 'holder'}` },
      {
        subject,
        lines,
        action: { label: 'Ver mis compras', href: app.config.publicUrl + paths.clientHistory() },
        after: '',
      },
    )
    const outcome = await sendMessage(app, { channel: 'mail', ...letter })
    if ('refused' in outcome) app.log.warn({ refundId, reason: outcome.refused }, 'a refund could not be told')
  }
}

function wordsForPayer({ source, amountCents, eventName, ticket, endsTicket }: RefundReader) {
  const amount = formatExactCents(amountCents)
  const why = WHY[source] ?? 'la organización lo pidió'
  const of = ticket
    ? `de tu entrada ${ticket.type} (${ticket.number}) para ${eventName}`
    : `de tu compra para ${eventName}`
  const ended = endsTicket ? ['Esa entrada ya no sirve para ingresar.'] : []
  return {
    subject: `Te devolvimos ${amount} de ${eventName}`,
    lines: [
      `Te devolvimos ${amount} ${of}: ${why}.`,
      'Mercado Pago te lo acredita en el mismo medio de pago; puede demorar unos días según tu banco.',
      ...ended,
      'Tu comprobante ya dice lo que te devolvimos: bajalo de Mis compras.',
    ],
  }
}

function wordsForHolder({ eventName, ticket }: RefundReader) {
  const which = ticket ? ` ${ticket.type} (${ticket.number})` : ''
  return {
    subject: `Tu entrada para ${eventName} ya no sirve`,
    lines: [
      `La entrada${which} que te pasaron para ${eventName} se devolvió: ya no sirve para ingresar.`,
      'La plata vuelve siempre a quien la pagó.',
    ],
  }
}
