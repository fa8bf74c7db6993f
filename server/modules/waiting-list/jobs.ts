import { every } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'waiting-list.offer': every(
    5,
    'Offers free places to people who wait, ends offers that expired and lists that closed, and notifies those left out.',
  ),
  'waiting-list.notify': notifyJob,
}
