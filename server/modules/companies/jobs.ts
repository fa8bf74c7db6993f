import { every, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'companies.care-for-accounts': every(
    20,
    'Renews the tokens of payment accounts, checks daily that each still works, and erases those that ended 180 days ago.',
  ),
  'companies.look-for-inviter': queued<{ waitedId: string; holderId: string; proved: 'mail' | 'phone' }>(
    'mail',
    'Finds who had invited a contact to a company that its owner now verified, and enqueues the notice.',
  ),
  'companies.notify': notifyJob,
}
