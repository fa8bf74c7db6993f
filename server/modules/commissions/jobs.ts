import { every } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'commissions.accrue': every(
    15,
    'Enters what promoters earn on tickets that were sold, and takes back what they lose by refunds and chargebacks.',
  ),
  'commissions.notify': notifyJob,
}
