import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'db.forget-keys': job({ retryLimit: 5, retryDelaySeconds: 60, cron: '25 4 * * *' }),
  // A flood leaves many: the table shall not keep them for a day.
  'db.forget-limits': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 120 }),
  'db.reseal': job({ retryLimit: 3, retryDelaySeconds: 60, cron: '35 4 * * *' }),
  'db.check-invariants': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 60 }),
  'db.seal-audit': job({ retryLimit: 1, retryDelaySeconds: 5, cron: '* * * * *' }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
