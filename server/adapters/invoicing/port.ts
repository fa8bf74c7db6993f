/** Issues invoices for what is sold: a vendor's adapter, or none. */
import type { FiscalData } from '#contract/values/fiscal.ts'

export interface InvoiceRequest {
  /** The same for every attempt at this document: what was issued under it is given again, never issued twice. */
  readonly idempotencyKey: string
  /** A refund asks for the credit note of a part, or all, of a sale. */
  readonly kind: 'sale' | 'refund'
  /** As the buyer knows it. */
  readonly orderNumber: string
  /** When the money came, or went back. */
  readonly at: string
  readonly eventName: string
  /** The seller of the tickets, as it was when the order was paid; `data` is null when it had given none. */
  readonly seller: { readonly name: string; readonly data: FiscalData | null }
  readonly buyer: { readonly name: string; readonly mail: string | null }
  /** What the order sold; amounts of one ticket, in centavos. */
  readonly lines: readonly {
    readonly name: string
    readonly quantity: number
    readonly priceCents: number
    readonly feeCents: number
  }[]
  /** Of this document: the tickets' part, which is the seller's to invoice, and the service fee, which is the platform's. */
  readonly priceCents: number
  readonly feeCents: number
  /** Of a refund: the invoice that it takes back, if one was issued. */
  readonly credits: IssuedInvoice | null
}

export interface IssuedInvoice {
  readonly number: string
  readonly url: string | null
}

/** `none`: nothing is issued here, and this document will not be asked for again. */
export type InvoicingOutcome = { readonly issued: IssuedInvoice } | 'none'

export interface Invoicing {
  /** Throws when the call failed; it is made again under the same key, later each time. */
  issue(request: InvoiceRequest): Promise<InvoicingOutcome>
}
