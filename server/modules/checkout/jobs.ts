import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'checkout.expire-orders': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 }),
  'checkout.apply-notifications': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 1 }),
  'checkout.reconcile': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 20 }),
  'checkout.search-collectors': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 15 }),
  /** Of an event that sells no more. */
  'checkout.end-sale': job<{ eventId: string }>({ retryLimit: 12, retryDelaySeconds: 2 }),
  'checkout.tell-refund': job<{ refundId: string }>({ retryLimit: 8, retryDelaySeconds: 10 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
