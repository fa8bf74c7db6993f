import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'refunds.process': { refundId: string }
    'refunds.sweep': null
  }
}

export const jobs: JobsOf<'refunds'> = {
  'refunds.process': { retryLimit: 10, retryDelaySeconds: 5 },
  'refunds.sweep': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 60 },
}
