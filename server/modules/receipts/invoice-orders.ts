/** Requests the document of each sale and of each refund from the invoicing adapter. */
import type { InvoiceRequest, InvoicingOutcome } from '#server/adapters/invoicing/port.ts'
import type { App } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { listSold } from '#server/modules/checkout/queries.ts'
import type { Entry } from '#server/modules/ledger/entry.ts'
import { listEntries } from '#server/modules/ledger/queries.ts'
import { count } from '#server/shared/counts.ts'
import { findReceipt, findRefundedAt, listIssued } from './queries.ts'
import { claimInvoices, invoiceLease, settleInvoice, type ClaimedInvoice } from './store.ts'

const AT_ONCE = 4
/** Twenty a second: no user waits for them. */
const MAX_PER_RUN = 100

/**
 * Asks for what is due, each under a key of its own, and keeps what was answered; gives how many it tried. One that fails is asked
 * for again, later each time; neither order nor tickets hear of it (rule R10.12). Nothing is asked inside a transaction.
 */
export function invoiceOrders(app: App, stopping?: AbortSignal): Promise<number> {
  return drainLeases(app, invoiceLease, {
    atOnce: AT_ONCE,
    most: MAX_PER_RUN,
    stopping,
    claim: (limit) => claimInvoices(app, limit),
    async handle(held) {
      const outcome = await ask(app, await requestOf(app, held))
      await settleInvoice(app.db, held, outcome === 'none' ? null : outcome.issued)
    },
  })
}

async function ask(app: App, request: InvoiceRequest): Promise<InvoicingOutcome> {
  try {
    const outcome = await app.vendors.invoicing.issue(request)
    count('invoices', { kind: request.kind, result: outcome === 'none' ? 'none' : 'issued' })
    return outcome
  } catch (error) {
    count('invoices', { kind: request.kind, result: 'failed' })
    throw error
  }
}

async function requestOf(app: App, { orderId, refundId }: ClaimedInvoice): Promise<InvoiceRequest> {
  const order = await findReceipt(app, { id: orderId })
  if (!order) throw new Error(`There is no order ${orderId}`)
  const [sale] = (await listIssued(app, orderId)).filter(({ isCredit }) => !isCredit)
  const parts =
    refundId === null
      ? { priceCents: order.subtotalCents - order.absorbedFeeCents, feeCents: order.feeCents + order.absorbedFeeCents }
      : returnedParts(await listEntries(app, { refundId }))
  return {
    ...parts,
    idempotencyKey: refundId === null ? `sale-${orderId}` : `refund-${refundId}`,
    kind: refundId === null ? 'sale' : 'refund',
    orderNumber: order.number,
    at: refundId === null ? (order.paidAt ?? order.createdAt) : await findRefundedAt(app, refundId),
    eventName: order.eventName,
    seller: { name: order.companyName, data: order.seller },
    buyer: { name: order.buyerName, mail: order.buyerMail },
    lines: (await listSold(app, orderId)).map(({ name, quantity, priceCents, feeCents }) => ({
      name,
      quantity,
      priceCents,
      feeCents,
    })),
    credits: refundId !== null && sale ? { number: sale.number, url: sale.url } : null,
  }
}

/** Refunded amounts of company and platform by the ledger; a fee that the company bore returned to it. */
export function returnedParts(entries: readonly Entry[]): Pick<InvoiceRequest, 'priceCents' | 'feeCents'> {
  const sum = (kind: string, to?: string) =>
    entries
      .filter((entry) => entry.kind === kind && (to === undefined || entry.to === to))
      .reduce((total, { amountCents }) => total + amountCents, 0)
  return {
    priceCents: sum('refund') - sum('refund_fee', 'company'),
    feeCents: sum('refund_fee'),
  }
}
