import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'notifications.deliver': null
    'tickets.expire': null
    'tickets.tell-transfer': {
      transferId: string
      channel: 'mail' | 'whatsapp'
      /** As it is told, of the moment of the transfer: who waited may be joined to another account before this is sent. */
      receiverName?: string
    }
    /** What waited for a phone and a mail was taken by whoever proved one of them. */
    'tickets.look-for-givers': { waitedId: string; holderId: string; proved: 'mail' | 'phone' }
    'tickets.tell-taken': { transferId: string; proved: 'mail' | 'phone'; channel: 'mail' | 'whatsapp' }
  }
}

export const jobs: JobsOf<'tickets' | 'notifications'> = {
  'notifications.deliver': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 1 },
  'tickets.expire': { retryLimit: 2, retryDelaySeconds: 30, cron: '5-55/10 * * * *' },
  'tickets.look-for-givers': { retryLimit: 8, retryDelaySeconds: 10 },
  'tickets.tell-taken': { retryLimit: 8, retryDelaySeconds: 10 },
  'tickets.tell-transfer': { retryLimit: 8, retryDelaySeconds: 10 },
}
