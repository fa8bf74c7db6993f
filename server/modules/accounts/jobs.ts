import type { JobsOf } from '#server/jobs/catalogue.ts'

/** What a person is told about their own account, at the address that was theirs before it. */
export type AccountChange =
  | { readonly what: 'google' }
  | { readonly what: 'password' }
  /** Somebody else proved the account's mail, masked here. */
  | { readonly what: 'mail-taken'; readonly mail: string }
  | { readonly what: 'mail' | 'phone'; readonly from: string | null; readonly to: string }

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'accounts.forget-expired': null
    'accounts.send-link': {
      userId: string
      kind: 'reset' | 'activation'
      channel: 'mail' | 'whatsapp'
      /** Why it is sent: somebody else proved this phone, masked here. */
      takenPhone?: string
    }
    /** Several accounts carry the mail: one message with the link of each. */
    'accounts.send-reset-list': { mail: string; userIds: readonly string[] }
    'accounts.renew-activation': { tokenHash: string }
    'accounts.look-for-reset': { mail: string }
    'accounts.send-code': { userId: string; kind: 'mail' | 'phone' | 'phone by mail'; contact: string }
    /** Of somebody who has no account yet; `device` is a keyed hash. */
    'accounts.send-registration-code': { kind: 'mail' | 'phone'; contact: string; name: string; device: string }
    'accounts.tell-change': {
      userId: string
      change: AccountChange
      channel: 'mail' | 'whatsapp'
      /** One change is told once by each channel, however often the job is tried. */
      messageId: string
    }
  }
}

export const jobs: JobsOf<'accounts'> = {
  'accounts.forget-expired': { retryLimit: 5, retryDelaySeconds: 60, cron: '15 4 * * *' },
  // Also enqueued by transactions that make tickets: no notice to the workers.
  'accounts.send-link': { retryLimit: 8, retryDelaySeconds: 10 },
  'accounts.send-reset-list': { retryLimit: 8, retryDelaySeconds: 10 },
  'accounts.renew-activation': { retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true },
  'accounts.look-for-reset': { retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true },
  'accounts.send-registration-code': { retryLimit: 4, retryDelaySeconds: 3, isUserWaiting: true },
  'accounts.send-code': { retryLimit: 4, retryDelaySeconds: 3, isUserWaiting: true },
  'accounts.tell-change': { retryLimit: 8, retryDelaySeconds: 10 },
}
