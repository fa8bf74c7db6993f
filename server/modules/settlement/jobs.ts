import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'settlement.check-accounts': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 60 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
