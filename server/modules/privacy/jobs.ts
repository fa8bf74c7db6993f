import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'privacy.process-deletion': { deletionId: string }
    'privacy.tell-deletion': { deletionId: string; news: 'requested' | 'cancelled' | 'rejected' | 'completed' }
    'privacy.make-export': { exportId: string }
    'privacy.tell-export': { exportId: string }
    'privacy.sweep': null
    'privacy.alarm-overdue': null
  }
}

export const jobs: JobsOf<'privacy'> = {
  // A purchase that is still being paid holds it up: some two days of trying, and the sweep begins anew.
  'privacy.process-deletion': { retryLimit: 50, retryDelaySeconds: 15 },
  'privacy.tell-deletion': { retryLimit: 15, retryDelaySeconds: 10 },
  'privacy.make-export': { retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true, batchSize: 2 },
  'privacy.tell-export': { retryLimit: 8, retryDelaySeconds: 10 },
  'privacy.sweep': { retryLimit: 2, retryDelaySeconds: 60, cron: '40 * * * *' },
  'privacy.alarm-overdue': { retryLimit: 5, retryDelaySeconds: 60, cron: '0 9 * * 1-5' },
}
