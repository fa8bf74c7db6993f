import { every, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'notifications.deliver': every(1, 'Sends tickets that wait by mail and WhatsApp.'),
  'tickets.expire': every(600, 'Expires the unused tickets of ended events.'),
  'tickets.look-for-givers': queued<{ waitedId: string; holderId: string; proved: 'mail' | 'phone' }>(
    'mail',
    'Finds who had given tickets to a contact that its owner now verified, and enqueues their notices.',
  ),
  'tickets.notify': notifyJob,
}
