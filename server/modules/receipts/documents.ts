/** An order's receipt. */
import type { Proof } from '#contract/api/roles.ts'
import type { EmailAttachment } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import type { FileAnswer } from '#server/http/bound.ts'
import { listSold } from '#server/modules/checkout/queries.ts'
import { keepPdf } from '#server/modules/papers/keep-pdf.ts'
import { Failure } from '#server/shared/failure.ts'
import { findPlatform, findReceipt, isReceiptSettled, listIssued, listReturned } from './queries.ts'
import { drawReceipt, type Receipt } from './receipt-pdf.ts'

/** Grows with what `receipt-pdf.ts` draws: PDFs of an earlier look are not given out any more. */
const LOOK = 9

export type FoundReceipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

const receiptFile = (number: string) => `comprobante-${number}.pdf`

/**
 * The PDF of what a person paid. Throws `order_not_paid` for an order whose money never came,
 * `busy` when too many wait for theirs. Drawn once.
 */
export async function getOrderReceipt(
  app: App,
  publicId: Proof<'ownOrder'> | Proof<'linkedOrder'>,
  mayDraw: () => Promise<void>,
): Promise<FileAnswer> {
  const receipt = await findReceipt(app, { publicId })
  if (!receipt) throw new Failure('order_not_found')
  if (receipt.paidCents === 0) throw new Failure('order_not_paid')
  const bytes = await receiptPdf(app, receipt, mayDraw)
  return { contentType: 'application/pdf', bytes, downloadAs: receiptFile(receipt.number) }
}

/** The receipt as its mail carries it, unless it was mailed or the order was not paid. */
export async function drawDueReceipt(app: App, orderId: string): Promise<EmailAttachment | null> {
  const receipt = (await isReceiptSettled(app, orderId)) ? undefined : await findReceipt(app, { id: orderId })
  return receipt && receipt.paidCents > 0 ? attachReceipt(app, receipt) : null
}

export async function attachReceipt(app: App, receipt: FoundReceipt): Promise<EmailAttachment> {
  const content = await receiptPdf(app, receipt)
  return { filename: receiptFile(receipt.number), contentType: 'application/pdf', content }
}

/** The receipt's bytes, from the current data. */
async function receiptPdf(app: App, receipt: FoundReceipt, mayDraw?: () => Promise<void>): Promise<Buffer> {
  const [lines, refunds, invoices, platform] = await Promise.all([
    listSold(app, receipt.id),
    listReturned(app, receipt.id),
    listIssued(app, receipt.id),
    findPlatform(app, receipt.paidAt ?? receipt.createdAt),
  ])
  const {
    id,
    buyerId,
    buyerState: _state,
    absorbedFeeCents: _absorbed,
    paidCents: _paid,
    isOfGuest,
    ...found
  } = receipt
  // An order's token opens its receipt, which must not show the account that the order joined since.
  const known = isOfGuest ? { ...found, buyerMail: null } : found
  const { publicUrl } = app.config
  // Orders paid before seller data were stored show the current data.
  const printed: Receipt = { ...known, lines, refunds, invoices, platform: platform ?? app.config.platform, publicUrl }
  return keepPdf(app, {
    kind: 'receipt',
    ownerId: buyerId,
    subjects: [id],
    printed: [LOOK, printed],
    draw: () => drawReceipt(printed),
    mayDraw,
  })
}
