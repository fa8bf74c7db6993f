import { queued } from '#server/jobs/job.ts'

export const jobs = {
  'support.send-contact': queued<{ contactId: string }>(
    'important',
    'Mails a message of the contact form to the team.',
  ),
}
