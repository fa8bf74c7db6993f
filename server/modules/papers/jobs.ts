import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'papers.sweep': null
  }
}

export const jobs: JobsOf<'papers'> = {
  'papers.sweep': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 15 },
}
