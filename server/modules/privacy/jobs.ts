import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'privacy.process-deletions': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 }),
  'privacy.tell-deletion': job<{ deletionId: string; news: 'requested' | 'cancelled' | 'rejected' | 'completed' }>({
    retryLimit: 15,
    retryDelaySeconds: 10,
  }),
  'privacy.make-export': job<{ exportId: string }>({
    retryLimit: 3,
    retryDelaySeconds: 5,
    isUserWaiting: true,
    batchSize: 2,
  }),
  'privacy.tell-export': job<{ exportId: string }>({ retryLimit: 8, retryDelaySeconds: 10 }),
  'privacy.sweep': job({ retryLimit: 2, retryDelaySeconds: 60, cron: '40 * * * *' }),
  'privacy.alarm-overdue': job({ retryLimit: 5, retryDelaySeconds: 60, cron: '0 9 * * 1-5' }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
