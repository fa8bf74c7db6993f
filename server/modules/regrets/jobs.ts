import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'regrets.look-up': job<{ regretId: string }>({ retryLimit: 12, retryDelaySeconds: 10 }),
  'regrets.invite': job<{ regretId: string; buyerId: string }>({ retryLimit: 12, retryDelaySeconds: 10 }),
  'regrets.tell': job<{ regretId: string }>({ retryLimit: 12, retryDelaySeconds: 10 }),
  'regrets.tell-holders': job<{ regretId: string; orderId: string }>({ retryLimit: 12, retryDelaySeconds: 10 }),
  'regrets.watch': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 300 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
