import { every, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'events.finish-past': every(600, 'Ends events whose doors closed 2 days ago.'),
  'events.look-for-inviters': queued<{ waitedId: string; holderId: string; proved: 'mail' | 'phone' }>(
    'mail',
    'Finds who had invited a contact that its owner now verified, and enqueues their notices.',
  ),
  'events.notify': notifyJob,
}
