import { daily, every, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'checkout.apply-notifications': every(
    1,
    'Asks the provider about the payments that it notified and applies the answers, two hundred side by side.',
  ),
  'checkout.expire-orders': every(5, 'Ends holds whose time is over and gives their places back.'),
  'checkout.search-collectors': every(
    15,
    'Searches the payments of the accounts whose turn it is, each every 2 minutes, for what no notification reported.',
  ),
  'checkout.reconcile': every(
    20,
    'Asks the provider about unpaid orders, closes the checkouts of ended ones, deletes notifications after 90 days and handled hints after one.',
  ),
  'checkout.end-sale': queued<{ eventId: string }>('work', 'Ends all holds of an event that is no longer on sale.'),
  'checkout.forget-guests': daily(
    '4:40',
    'Erases the contacts of people who ordered without a session and never paid, after 30 days, and those that limits counted by.',
  ),
  'checkout.notify': notifyJob,
}
