import { daily, every, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'privacy.process-deletions': every(5, 'Takes the next steps of approved account deletions.'),
  'privacy.sweep': every(3600, 'Deletes old data downloads and the addresses of people who left.'),
  'privacy.alarm-overdue': daily('9:00', 'Mails the team while a deletion waits longer than promised.', {
    days: '1-5',
  }),
  'privacy.make-export': queued<{ exportId: string }>('answer', "Makes the archive of a person's data.", { atOnce: 2 }),
  'privacy.notify': notifyJob,
}
