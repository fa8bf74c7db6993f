/** Mails who paid a receipt that did not leave with their tickets. */
import type { App } from '#server/context.ts'
import type { Claim } from '#server/jobs/lease.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { listDrinks } from '#server/modules/checkout/queries.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { attachReceipt } from './documents.ts'
import { addedDrinksMail, receiptMail } from './messages.ts'
import { findReceipt } from './queries.ts'
import { claimMails, mailLease, settleMail } from './store.ts'

const AT_ONCE = 4
/** So that tickets which come meanwhile are looked for again. */
const MAX_PER_RUN = 100

/**
 * Sends the receipts that are due, once there are no tickets that wait for their first attempt; gives how many it tried. The mail
 * of the tickets takes most of them along; what is wrong with a receipt holds up no ticket. One that could not leave is tried
 * again (rule R10.11).
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
  // Nothing is drawn that cannot be sent.
  if (!app.vendors.email.isOn) return { failed: 'email_off' }
  const receipt = await findReceipt(app, { id: orderId })
  if (!receipt) throw new Error(`There is no order ${orderId}`)
  if (receipt.buyerState === 'deleted' || !receipt.buyerMail) return { failed: 'no_mail' }
  const attachment = await attachReceipt(app, receipt)
  const { id, buyerName: name, ticketNumber } = receipt
  const letter =
    ticketNumber === null
      ? receiptMail(receipt)
      : addedDrinksMail({ ...receipt, ticketNumber }, await listDrinks(app, id))
  const about = { name, publicUrl: app.config.publicUrl, idempotencyKey: `receipt-${id}` }
  const outcome = await sendMessage(app, {
    channel: 'mail',
    ...writeLetter(receipt.buyerMail, about, letter),
    attachments: [attachment],
  })
  return 'refused' in outcome ? { failed: outcome.refused } : 'sent'
}
