import type { Invoicing } from './port.ts'

/** No vendor: nothing is issued, and that is recorded. The seller invoices outside the product. */
export function createInvoicingNone(): Invoicing {
  return { issue: async () => 'none' }
}
