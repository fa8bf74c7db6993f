import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'notices.tell-moves': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 30 }),
  'notices.deliver': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 2 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
