import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'refunds.process': job<{ refundId: string }>({ retryLimit: 1, retryDelaySeconds: 30 }),
  'refunds.sweep': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 2 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
