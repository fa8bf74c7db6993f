import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'checkout.expire-orders': null
    'checkout.apply-notifications': null
    'checkout.apply-notification': { notificationId: string }
    'checkout.reconcile': null
    'checkout.tell-refund': { refundId: string }
  }
}

export const jobs: JobsOf<'checkout'> = {
  'checkout.expire-orders': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 },
  'checkout.apply-notifications': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 1 },
  'checkout.apply-notification': { retryLimit: 12, retryDelaySeconds: 2 },
  'checkout.reconcile': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 20 },
  'checkout.tell-refund': { retryLimit: 8, retryDelaySeconds: 10 },
}
