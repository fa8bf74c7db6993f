import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'metrics.fold-totals': null
  }
}

export const jobs: JobsOf<'metrics'> = {
  'metrics.fold-totals': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 15 },
}
