import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'media.make-avif': job<{ imageId: string }>({ retryLimit: 3, retryDelaySeconds: 30, batchSize: 2 }),
  'media.request-missing-avif': job({ retryLimit: 2, retryDelaySeconds: 60, cron: '35 4 * * *' }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
