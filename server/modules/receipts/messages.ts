/** The mail of a receipt that left without tickets. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import { formatMoney } from '#contract/values/money.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { paths } from '#contract/api/paths.ts'
import type { Letter } from '#server/shared/mail-page.ts'
import type { FoundReceipt } from './documents.ts'

type Facts = Pick<FoundReceipt, 'number' | 'state' | 'eventName' | 'flyer' | 'totalCents' | 'paidAt' | 'createdAt'>

export function receiptMail({ number, state, eventName, flyer, totalCents, paidAt, createdAt }: Facts): Letter {
  const isWhole = state === 'paid' || state === 'partially_refunded'
  return {
    event: { eventName, flyer },
    subject: `Comprobante de tu compra para ${eventName}`,
    lines: [
      `Pagaste ${formatMoney(totalCents)} por ${eventName} el ${formatMoment(paidAt ?? createdAt)}. El comprobante va adjunto.`,
      ...(isWhole ? [] : ['Muestra también lo que se devolvió de ese pago.']),
    ],
    action: { label: 'Ver mis compras', path: paths.clientHistory() },
    after: `Compra N.º ${formatOrderNumber(number)}. El comprobante no es válido como factura.`,
  }
}
