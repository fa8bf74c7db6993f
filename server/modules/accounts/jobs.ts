import { job, type PayloadsOf } from '#server/jobs/job.ts'

/** What a person is told about their own account, at the address that was theirs before it. */
export type AccountChange =
  | { readonly what: 'google' }
  | { readonly what: 'password' }
  /** Somebody else proved the account's mail, masked here. */
  | { readonly what: 'mail-taken'; readonly mail: string }
  | { readonly what: 'mail' | 'phone'; readonly from: string | null; readonly to: string }

export const jobs = {
  'accounts.forget-expired': job({ retryLimit: 5, retryDelaySeconds: 60, cron: '15 4 * * *' }),
  // Also enqueued by transactions that make tickets: no notice to the workers.
  'accounts.send-link': job<{
    userId: string
    kind: 'reset' | 'activation'
    channel: 'mail' | 'whatsapp'
    /** Why it is sent: somebody else proved this phone, masked here. */
    takenPhone?: string
  }>({ retryLimit: 8, retryDelaySeconds: 10 }),
  /** Several accounts carry the mail: one message with the link of each. */
  'accounts.send-reset-list': job<{ mail: string; userIds: readonly string[] }>({
    retryLimit: 8,
    retryDelaySeconds: 10,
  }),
  'accounts.renew-activation': job<{ tokenHash: string }>({ retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true }),
  'accounts.look-for-reset': job<{ mail: string }>({ retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true }),
  /** Of somebody who has no account yet; `device` is a keyed hash. */
  'accounts.send-registration-code': job<{ kind: 'mail' | 'phone'; contact: string; name: string; device: string }>({
    retryLimit: 4,
    retryDelaySeconds: 3,
    isUserWaiting: true,
  }),
  'accounts.send-code': job<{ userId: string; kind: 'mail' | 'phone' | 'phone by mail'; contact: string }>({
    retryLimit: 4,
    retryDelaySeconds: 3,
    isUserWaiting: true,
  }),
  'accounts.tell-change': job<{
    userId: string
    change: AccountChange
    channel: 'mail' | 'whatsapp'
    /** One change is told once by each channel, however often the job is tried. */
    messageId: string
  }>({ retryLimit: 8, retryDelaySeconds: 10 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
