import { daily } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'onboarding.erase-photos': daily('4:50', 'Erases the ID photos of requests that were decided 90 days ago.'),
  'onboarding.notify': notifyJob,
}
