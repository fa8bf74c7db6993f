/** Hooks that the list of purchases calls in later modules. */
import type { Db } from '#server/context.ts'

/** A document of the tax authority about a purchase. */
export interface OrderInvoice {
  readonly orderId: string
  readonly number: string
  readonly url: string | null
  /** A credit note. */
  readonly isCredit: boolean
}

declare module '#server/module.ts' {
  interface Hooks {
    /** Lists invoices and credit notes of these orders, each order's sale first. */
    listInvoices(db: Db, orderIds: readonly string[]): Promise<readonly OrderInvoice[]>
  }
}
