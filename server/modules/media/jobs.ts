import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'media.make-avif': { imageId: string }
    'media.request-missing-avif': null
  }
}

export const jobs: JobsOf<'media'> = {
  'media.make-avif': { retryLimit: 3, retryDelaySeconds: 30, batchSize: 2 },
  'media.request-missing-avif': { retryLimit: 2, retryDelaySeconds: 60, cron: '35 4 * * *' },
}
