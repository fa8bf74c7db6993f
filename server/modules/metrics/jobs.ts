import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'metrics.fold-totals': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 15 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
