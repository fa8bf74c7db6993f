/** The mail with a receipt. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import { formatMoney } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import type { Letter } from '#server/shared/mail-page.ts'
import type { FoundReceipt } from './documents.ts'

const TICKETS_COME =
  'Tus entradas llegan aparte, en otro mail. Si una parte de la compra se devuelve, el comprobante actualizado está en Mis compras.'

type Facts = Pick<FoundReceipt, 'publicId' | 'state' | 'eventName' | 'totalCents' | 'paidAt' | 'createdAt'>

export function receiptMail({ publicId, state, eventName, totalCents, paidAt, createdAt }: Facts): Letter {
  // Of money that went back, or that the bank disputes, no tickets are sent.
  const hasTickets = state === 'paid' || state === 'partially_refunded'
  return {
    subject: `Comprobante de tu compra para ${eventName}`,
    lines: [
      `Recibimos tu pago de ${formatMoney(totalCents)} del ${formatMoment(paidAt ?? createdAt)}. Te mandamos adjunto el comprobante, con el detalle de lo que pagaste y a quién.`,
      hasTickets ? TICKETS_COME : 'El comprobante muestra también lo que se devolvió de ese pago.',
    ],
    action: { label: 'Ver mis compras', path: paths.clientHistory() },
    after: `Compra N.º ${publicId}. El comprobante no es válido como factura.`,
  }
}
