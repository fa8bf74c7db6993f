/** The job that a module's `jobs.ts` declares as `<module>.notify`. */
import { queued } from '#server/jobs/job.ts'

export interface QueuedNotification {
  readonly name: string
  readonly about: object
  readonly channel: 'mail' | 'whatsapp'
  /** The same for every attempt. */
  readonly key: string
}

export const notifyJob = queued<QueuedNotification>(
  'important',
  "Sends one of the module's notifications to one reader.",
)
