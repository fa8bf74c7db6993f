import { daily, every, queued } from '#server/jobs/job.ts'

export const jobs = {
  'privacy.process-deletions': every(5, 'Takes the next steps of approved account deletions.'),
  'privacy.sweep': every(3600, 'Deletes old data downloads and the addresses of people who left.'),
  'privacy.alarm-overdue': daily('9:00', 'Mails the team while a deletion waits longer than promised.', {
    days: '1-5',
  }),
  'privacy.tell-deletion': queued<{
    deletionId: string
    news: 'requested' | 'cancelled' | 'rejected' | 'completed'
  }>('important', 'Notifies a person how their deletion request stands.'),
  'privacy.make-export': queued<{ exportId: string }>('answer', "Makes the archive of a person's data.", { atOnce: 2 }),
  'privacy.tell-export': queued<{ exportId: string }>('mail', 'Notifies a person that their data can be downloaded.'),
}
