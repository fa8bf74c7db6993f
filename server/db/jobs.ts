import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'db.seal-audit': null
    'db.check-invariants': null
    'db.forget-keys': null
    'db.forget-limits': null
  }
}

export const jobs: JobsOf<'db'> = {
  'db.forget-keys': { retryLimit: 5, retryDelaySeconds: 60, cron: '25 4 * * *' },
  // A flood leaves many: the table shall not keep them for a day.
  'db.forget-limits': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 120 },
  'db.check-invariants': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 60 },
  'db.seal-audit': { retryLimit: 1, retryDelaySeconds: 5, cron: '* * * * *' },
}
