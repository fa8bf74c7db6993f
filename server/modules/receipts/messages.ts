/** The mail of a receipt that left without tickets. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney } from '#contract/values/money.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { paths } from '#contract/api/paths.ts'
import type { Letter } from '#server/shared/mail-page.ts'
import type { FoundReceipt } from './documents.ts'

type Facts = Pick<FoundReceipt, 'number' | 'state' | 'eventName' | 'flyer' | 'totalCents' | 'paidAt' | 'createdAt'>

/** The mail of drinks that were added to a ticket, which sends none of its own. */
export function addedDrinksMail(
  receipt: Facts & { readonly ticketNumber: string },
  drinks: readonly { readonly name: string; readonly quantity: number }[],
): Letter {
  const letter = receiptMail(receipt)
  const { eventName, state, ticketNumber } = receipt
  if (state !== 'paid') return letter
  const listed = drinks.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  return {
    ...letter,
    subject: `Tus bebidas para ${eventName}`,
    lines: [
      `Sumaste a tu entrada N.º ${formatTicketNumber(ticketNumber)}: ${listed}. Las retirás en la barra con el código de la entrada.`,
      ...letter.lines,
    ],
    action: { label: 'Ver mis entradas', path: paths.clientDashboard() },
  }
}

export function receiptMail({ number, state, eventName, flyer, totalCents, paidAt, createdAt }: Facts): Letter {
  const isWhole = state === 'paid' || state === 'partially_refunded'
  return {
    event: { eventName, flyer },
    subject: `Comprobante de tu compra para ${eventName}`,
    lines: [
      `Pagaste ${formatExactMoney(totalCents)} por ${eventName} el ${formatMoment(paidAt ?? createdAt)}. El comprobante va adjunto.`,
      ...(isWhole ? [] : ['Muestra también lo que se devolvió de ese pago.']),
    ],
    action: { label: 'Ver mis compras', path: paths.clientHistory() },
    after: `Compra N.º ${formatOrderNumber(number)}. El comprobante no es válido como factura.`,
  }
}
