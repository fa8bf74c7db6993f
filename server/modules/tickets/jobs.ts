import { every, queued } from '#server/jobs/job.ts'

export const jobs = {
  'notifications.deliver': every(1, 'Sends tickets that wait by mail and WhatsApp.'),
  'tickets.expire': every(600, 'Expires the unused tickets of ended events.'),
  'tickets.look-for-givers': queued<{ waitedId: string; holderId: string; proved: 'mail' | 'phone' }>(
    'mail',
    'Finds who had given tickets to a contact that its owner now verified, and enqueues their notices.',
  ),
  'tickets.tell-taken': queued<{ transferId: string; proved: 'mail' | 'phone'; channel: 'mail' | 'whatsapp' }>(
    'mail',
    'Notifies the giver that the receiver verified their contact.',
  ),
  'tickets.tell-transfer': queued<{
    transferId: string
    channel: 'mail' | 'whatsapp'
    /** Masked, as of the transfer: the receiver's account may be merged into another before this is sent. */
    receiverName: string
  }>('mail', 'Notifies the giver that their ticket belongs to the receiver.'),
}
