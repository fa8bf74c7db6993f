import { every, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'refunds.sweep': every(
    2,
    'Asks the provider for refunds that are due, for the first time or again, and enqueues the mails of those that were made.',
  ),
  'refunds.mass': every(
    2,
    'Takes the next step of refunds of whole events: lists their tickets, requests five a second.',
  ),
  'refunds.watch-balances': every(
    300,
    'Takes paid types off sale of companies whose balance has not covered a refund for 72 hours, and puts them back.',
  ),
  'refunds.return-drinks': queued<{ ticketIds: readonly string[] }>(
    'important',
    'Refunds the drinks that purchases of their own added to tickets that have ended.',
  ),
  'refunds.notify': notifyJob,
}
