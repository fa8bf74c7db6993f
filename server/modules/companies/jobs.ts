import { every } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'companies.care-for-accounts': every(
    20,
    'Renews the tokens of payment accounts, checks daily that each still works, and erases those that ended 180 days ago.',
  ),
  'companies.notify': notifyJob,
}
