import { every } from '#server/jobs/job.ts'

export const jobs = {
  'receipts.sweep': every(5, 'Enqueues the payments and refunds since the last run for mail and invoice.'),
  'receipts.mail': every(5, 'Mails receipts to buyers, once no ticket waits for its first attempt.'),
  'receipts.invoice': every(5, 'Requests invoices and credit notes of sales and refunds.'),
}
