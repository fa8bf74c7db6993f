import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  // Some six hours of trying: people wait for an answer, not for this.
  'support.send-contact': job<{ contactId: string }>({ retryLimit: 15, retryDelaySeconds: 10 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
