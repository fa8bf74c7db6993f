import { queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'reminders.queue': queued<{ sendId: string }>('work', 'Enqueues the messages of reminders that an organizer sent.'),
  'reminders.notify': notifyJob,
}
