/** What a buyer reads when money goes back by itself. Pure. */
import { brand } from '#contract/brand.ts'
import { formatCents } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import { html, renderMarkup } from '#server/shared/html.ts'

export interface RefundMessage {
  readonly publicUrl: string
  readonly buyerName: string
  readonly eventName: string
  readonly eventId: string
  readonly amountCents: number
  readonly source: 'late_payment' | 'wrong_payment'
  readonly idempotencyKey: string
}

const WHY = {
  late_payment: 'Tu pago llegó cuando la reserva ya había vencido y no quedaban lugares.',
  wrong_payment: 'Recibimos un pago que no corresponde a tu compra: llegó dos veces o con otro importe.',
} as const

/** The mail that says that a payment is being given back, and why. */
export function refundMail(to: string, message: RefundMessage): EmailMessage {
  const firstName = message.buyerName.trim().split(/\s+/)[0] ?? ''
  const amount = formatCents(message.amountCents)
  const when = 'Mercado Pago te lo acredita en el mismo medio de pago; puede demorar unos días según tu banco.'
  const link = `${message.publicUrl}${paths.event(message.eventId)}`
  const body = html`<!doctype html>
    <html lang="es-AR">
      <body
        style="margin:0;padding:24px;background:#0b0c12;color:#f6f4ee;font:16px/1.5 Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"
      >
        <div
          style="max-width:520px;margin:0 auto;padding:24px;background:#12141d;border:1px solid #2c3146;border-radius:14px"
        >
          <h1 style="margin:0 0 16px;font-size:22px">Te devolvemos ${amount}</h1>
          <p>Hola ${firstName}: ${WHY[message.source]}</p>
          <p>
            Ya pedimos la devolución completa de ${amount} de tu compra para <strong>${message.eventName}</strong>.
            ${when}
          </p>
          <p><a href="${link}" style="color:#74c7ff">Ver el evento</a></p>
          <p style="color:#a9aec2;font-size:14px">${brand.name} · ${brand.supportMail}</p>
        </div>
      </body>
    </html>`
  return {
    to,
    subject: `Te devolvemos tu pago de ${message.eventName}`,
    html: renderMarkup(body),
    text: `Hola ${firstName}: ${WHY[message.source]}\n\nYa pedimos la devolución completa de ${amount} de tu compra para ${message.eventName}. ${when}\n\n${link}\n\n${brand.name} · ${brand.supportMail}\n`,
    idempotencyKey: message.idempotencyKey,
  }
}
