/** An order's receipt. */
import type { Proof } from '#contract/roles.ts'
import type { App } from '#server/context.ts'
import type { FileAnswer } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { findReceipt, listLines } from './queries.ts'
import { drawReceipt } from './receipt-pdf.ts'

/** The PDF of what a person paid. Throws `order_not_paid` for an order whose money never came. */
export async function getOrderReceipt(app: App, publicId: Proof<'ownOrder'>): Promise<FileAnswer> {
  const receipt = await findReceipt(app, publicId)
  if (!receipt) throw new Failure('order_not_found')
  if (receipt.paidCents === 0) throw new Failure('order_not_paid')
  const lines = await listLines(app, receipt.id)
  const bytes = await drawReceipt({ ...receipt, lines, publicUrl: app.config.publicUrl })
  return { contentType: 'application/pdf', bytes, downloadAs: `comprobante-${publicId}.pdf` }
}
