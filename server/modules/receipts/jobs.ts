import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'receipts.note': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 }),
  'receipts.mail': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 }),
  'receipts.invoice': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
