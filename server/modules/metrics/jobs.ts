import { every } from '#server/jobs/job.ts'

export const jobs = {
  'metrics.fold-totals': every(
    15,
    'Adds sales and admissions to the totals of their events, and records who holds or paid a ticket of which company.',
  ),
}
