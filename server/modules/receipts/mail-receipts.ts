/** Mails who paid their receipt. */
import { formatMoment } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import type { Claim } from '#server/jobs/lease.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { receiptFile, receiptPdf, type FoundReceipt } from './documents.ts'
import { findReceipt } from './queries.ts'
import { claimMails, mailLease, settleMail } from './store.ts'

const AT_ONCE = 4
/** So that tickets which come meanwhile are looked for again. */
const MAX_PER_RUN = 100

/**
 * Sends the receipts that are due, once there are no tickets that wait for their first attempt; gives how many it tried. A mail
 * of its own: what is wrong with a receipt holds up no ticket. One that could not leave is tried again (rule R10.11).
 */
export function mailReceipts(app: App, stopping?: AbortSignal): Promise<number> {
  return drainLeases(app, mailLease, {
    atOnce: AT_ONCE,
    most: MAX_PER_RUN,
    stopping,
    claim: (limit) => claimMails(app, limit),
    handle: async (held) => settleMail(app.db, held, await mailReceipt(app, held)),
  })
}

async function mailReceipt(app: App, { key: orderId }: Claim): Promise<'sent' | { readonly failed: string }> {
  // Not drawn for nobody.
  if (!app.email.isOn) return { failed: 'email_off' }
  const receipt = await findReceipt(app, { id: orderId })
  if (!receipt) throw new Error(`There is no order ${orderId}`)
  if (receipt.buyerState === 'deleted' || !receipt.buyerMail) return { failed: 'no_mail' }
  const pdf = await receiptPdf(app, receipt)
  const message = receiptMail(receipt.buyerMail, { ...receipt, pdf, publicUrl: app.config.publicUrl })
  const outcome = await sendMessage(app, { channel: 'mail', ...message })
  return 'refused' in outcome ? { failed: outcome.refused } : 'sent'
}

type Told = Pick<
  FoundReceipt,
  'id' | 'publicId' | 'state' | 'buyerName' | 'eventName' | 'totalCents' | 'paidAt' | 'createdAt'
>

const TICKETS_COME =
  'Tus entradas llegan aparte, en otro mail. Si una parte de la compra se devuelve, el comprobante actualizado está en Mis compras.'

function receiptMail(to: string, about: Told & { readonly pdf: Buffer; readonly publicUrl: string }): EmailMessage {
  const { id, publicId, state, buyerName, eventName, totalCents, paidAt, createdAt, pdf, publicUrl } = about
  // Of money that has gone back, or that the bank disputes, no tickets are sent.
  const hasTickets = state === 'paid' || state === 'partially_refunded'
  const letter = writeLetter(
    to,
    { name: buyerName, idempotencyKey: `receipt-${id}` },
    {
      subject: `Comprobante de tu compra para ${eventName}`,
      lines: [
        `Recibimos tu pago de ${formatCents(totalCents)} del ${formatMoment(paidAt ?? createdAt)}. Te mandamos adjunto el comprobante, con el detalle de lo que pagaste y a quién.`,
        hasTickets ? TICKETS_COME : 'El comprobante muestra también lo que se devolvió de ese pago.',
      ],
      action: { label: 'Ver mis compras', href: publicUrl + paths.clientHistory() },
      after: `Compra N.º ${publicId}. El comprobante no es válido como factura.`,
    },
  )
  return {
    ...letter,
    attachments: [{ filename: receiptFile(publicId), contentType: 'application/pdf', content: pdf }],
  }
}
