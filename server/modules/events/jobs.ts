import { every, queued } from '#server/jobs/job.ts'

export const jobs = {
  'events.finish-past': every(600, 'Ends events whose doors closed 2 days ago.'),
  'events.tell-staff': queued<{
    eventId: string
    userId: string
    kind: 'RRPP' | 'SCANNER'
    act: 'assigned' | 'removed'
    channel: 'mail' | 'whatsapp'
    /** Each channel sends one act once, however often the job runs. */
    messageId: string
  }>('mail', 'Notifies a person who was added to or removed from the team of an event.'),
  'events.look-for-inviters': queued<{ waitedId: string; holderId: string; proved: 'mail' | 'phone' }>(
    'mail',
    'Finds who had invited a contact that its owner now verified, and enqueues their notices.',
  ),
  'events.tell-staff-taken': queued<{
    eventId: string
    inviterId: string
    givenName: string
    waitedId: string
    proved: 'mail' | 'phone'
    channel: 'mail' | 'whatsapp'
  }>('mail', 'Notifies the inviter that the invited person verified their contact.'),
}
