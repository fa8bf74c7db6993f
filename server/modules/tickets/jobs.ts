import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'notifications.deliver': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 1 }),
  'tickets.expire': job({ retryLimit: 2, retryDelaySeconds: 30, cron: '5-55/10 * * * *' }),
  /** What waited for a phone and a mail was taken by the person who proved one of them. */
  'tickets.look-for-givers': job<{ waitedId: string; holderId: string; proved: 'mail' | 'phone' }>({
    retryLimit: 8,
    retryDelaySeconds: 10,
  }),
  'tickets.tell-taken': job<{ transferId: string; proved: 'mail' | 'phone'; channel: 'mail' | 'whatsapp' }>({
    retryLimit: 8,
    retryDelaySeconds: 10,
  }),
  'tickets.tell-transfer': job<{
    transferId: string
    channel: 'mail' | 'whatsapp'
    /** Masked, as of the transfer: the receiver's account may be merged into another before this is sent. */
    receiverName: string
  }>({ retryLimit: 8, retryDelaySeconds: 10 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
