import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { drawDueReceipt } from './documents.ts'
import { invoiceOrders } from './invoice-orders.ts'
import { mailReceipts } from './mail-receipts.ts'
import { sweepSales } from './sweep-sales.ts'
import { sections } from './queries-export.ts'
import { listInvoices } from './queries.ts'
import { routes } from './routes.ts'
import { insertMailed } from './store.ts'

export const receipts: Module = {
  name: 'receipts',
  tables: ['receipt_progress', 'receipt_mails', 'invoices', 'platform_fiscal_data'],
  routes,
  handlers: {
    'receipts.sweep': (app) => sweepSales(app),
    'receipts.mail': async (app, _payload, stopping) => {
      await mailReceipts(app, stopping)
    },
    'receipts.invoice': async (app, _payload, stopping) => {
      await invoiceOrders(app, stopping)
    },
  } satisfies HandlersOf<'receipts'>,
  person: { sections },
  hooks: { listInvoices, drawDueReceipt, onReceiptMailed: insertMailed },
}
