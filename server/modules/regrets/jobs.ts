import { every, queued } from '#server/jobs/job.ts'

export const jobs = {
  'regrets.watch': every(
    300,
    'Escalates regrets whose link was not opened for 20 hours or whose refund failed, reminds the team, and deletes typed contacts after half a year.',
  ),
  'regrets.look-up': queued<{ regretId: string }>('important', 'Finds the purchases that a regret may mean.'),
  'regrets.invite': queued<{ regretId: string; buyerId: string }>(
    'important',
    'Sends a buyer the link that confirms a regret.',
  ),
  'regrets.tell': queued<{ regretId: string }>('important', 'Notifies the person of the answer to their regret.'),
  'regrets.tell-holders': queued<{ regretId: string; orderId: string }>(
    'important',
    'Notifies the holders of tickets that a regret takes back.',
  ),
}
