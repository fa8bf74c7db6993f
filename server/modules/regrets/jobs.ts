import { every, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'regrets.watch': every(
    300,
    'Escalates regrets whose link was not opened for 20 hours or whose refund failed, reminds the team, and deletes typed contacts after half a year.',
  ),
  'regrets.look-up': queued<{ regretId: string }>('important', 'Finds the purchases that a regret may mean.'),
  'regrets.notify': notifyJob,
}
