import type { Invoicing } from './port.ts'

/** No vendor: nothing is issued, and so it is noted. Whoever sells invoices outside the product. */
export function createInvoicingNone(): Invoicing {
  return { issue: async () => 'none' }
}
