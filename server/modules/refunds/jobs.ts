import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'refunds.tell': job<{ refundId: string }>({ retryLimit: 8, retryDelaySeconds: 10 }),
  'refunds.tell-failed': job<{ refundId: string }>({ retryLimit: 8, retryDelaySeconds: 10 }),
  'refunds.tell-mass': job<{ massRefundId: string }>({ retryLimit: 8, retryDelaySeconds: 10 }),
  'refunds.sweep': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 2 }),
  'refunds.mass': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 2 }),
  'refunds.watch-balances': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 300 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
