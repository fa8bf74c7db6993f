import { every, queued } from '#server/jobs/job.ts'

export const jobs = {
  'waiting-list.offer': every(
    5,
    'Offers free places to people who wait, ends offers that expired and lists that closed, and notifies those left out.',
  ),
  'waiting-list.tell-offer': queued<{ entryId: string; channel: 'mail' | 'whatsapp' }>(
    'mail',
    'Notifies a person of the places offered to them.',
  ),
  'waiting-list.tell-closed': queued<{ entryIds: readonly string[]; channel: 'mail' | 'whatsapp' }>(
    'mail',
    'Notifies people that a waiting list closed without a place for them.',
  ),
}
