/**
 * Every background job: its name, what it carries and how it is retried. Handlers are in the modules' `jobs.ts`; what an
 * earlier module needs from a later one goes through here.
 */
export interface JobOptions {
  readonly retryLimit: number
  /** Seconds before the first retry; doubles each time, with jitter, up to an hour. */
  readonly retryDelaySeconds: number
  /** A person is waiting for it: workers are notified at once instead of polling every second. */
  readonly isUserWaiting?: true
  /** How many a worker runs side by side, 10 by default. */
  readonly batchSize?: number
  /** Local cron expression (Buenos Aires) of jobs that run by the clock. */
  readonly cron?: string
  /** Seconds between runs, for jobs that run more often than cron allows. */
  readonly everySeconds?: number
}

/** What a person is told about their own account, at the address that was theirs before it. */
export type AccountChange =
  | { readonly what: 'google' }
  | { readonly what: 'password' }
  /** Somebody else proved the account's mail, masked here. */
  | { readonly what: 'mail-taken'; readonly mail: string }
  | { readonly what: 'mail' | 'phone'; readonly from: string | null; readonly to: string }

/** What each job carries; `null` for jobs that run by the clock. */
export interface JobPayloads {
  'media.make-avif': { imageId: string }
  'media.request-missing-avif': null
  'papers.sweep': null
  'events.finish-past': null
  'events.tell-staff': {
    eventId: string
    userId: string
    kind: 'RRPP' | 'SCANNER'
    act: 'assigned' | 'removed'
    channel: 'mail' | 'whatsapp'
    /** One act is told once by each channel, however often the job is tried. */
    messageId: string
  }
  /** What waited for a phone and a mail was taken by whoever proved one of them: for whoever put them on a team. */
  'events.look-for-inviters': { waitedId: string; holderId: string; proved: 'mail' | 'phone' }
  'events.tell-staff-taken': {
    eventId: string
    inviterId: string
    givenName: string
    waitedId: string
    proved: 'mail' | 'phone'
    channel: 'mail' | 'whatsapp'
  }
  'checkout.expire-orders': null
  'checkout.apply-notifications': null
  'checkout.apply-notification': { notificationId: string }
  'checkout.reconcile': null
  'checkout.tell-refund': { refundId: string }
  'refunds.process': { refundId: string }
  'refunds.sweep': null
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
  'support.send-contact': { contactId: string }
  'privacy.process-deletion': { deletionId: string }
  'privacy.tell-deletion': { deletionId: string; news: 'requested' | 'cancelled' | 'rejected' | 'completed' }
  'privacy.make-export': { exportId: string }
  'privacy.tell-export': { exportId: string }
  'privacy.sweep': null
  'privacy.alarm-overdue': null
  'metrics.fold-totals': null
  'db.seal-audit': null
  'db.check-invariants': null
  'db.forget-keys': null
  'db.forget-limits': null
}
export type JobName = keyof JobPayloads
/** Jobs that use cases enqueue: those that carry something. */
export type EnqueuedJobName = {
  [Name in JobName]: JobPayloads[Name] extends null ? never : Name
}[JobName]

export const jobs: { readonly [Name in JobName]: JobOptions } = {
  'media.make-avif': { retryLimit: 3, retryDelaySeconds: 30, batchSize: 2 },
  'media.request-missing-avif': { retryLimit: 2, retryDelaySeconds: 60, cron: '35 4 * * *' },
  'papers.sweep': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 15 },
  'events.tell-staff': { retryLimit: 8, retryDelaySeconds: 10 },
  'events.look-for-inviters': { retryLimit: 8, retryDelaySeconds: 10 },
  'events.tell-staff-taken': { retryLimit: 8, retryDelaySeconds: 10 },
  'events.finish-past': { retryLimit: 2, retryDelaySeconds: 30, cron: '*/10 * * * *' },
  'checkout.expire-orders': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 },
  'checkout.apply-notifications': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 1 },
  'checkout.apply-notification': { retryLimit: 12, retryDelaySeconds: 2 },
  'checkout.reconcile': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 20 },
  'checkout.tell-refund': { retryLimit: 8, retryDelaySeconds: 10 },
  'refunds.process': { retryLimit: 10, retryDelaySeconds: 5 },
  'refunds.sweep': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 60 },
  'notifications.deliver': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 1 },
  'tickets.expire': { retryLimit: 2, retryDelaySeconds: 30, cron: '5-55/10 * * * *' },
  'tickets.look-for-givers': { retryLimit: 8, retryDelaySeconds: 10 },
  'tickets.tell-taken': { retryLimit: 8, retryDelaySeconds: 10 },
  'tickets.tell-transfer': { retryLimit: 8, retryDelaySeconds: 10 },
  'accounts.forget-expired': { retryLimit: 5, retryDelaySeconds: 60, cron: '15 4 * * *' },
  // Also enqueued by transactions that make tickets: no notice to the workers.
  'accounts.send-link': { retryLimit: 8, retryDelaySeconds: 10 },
  'accounts.send-reset-list': { retryLimit: 8, retryDelaySeconds: 10 },
  'accounts.renew-activation': { retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true },
  'accounts.look-for-reset': { retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true },
  'accounts.send-registration-code': { retryLimit: 4, retryDelaySeconds: 3, isUserWaiting: true },
  'accounts.send-code': { retryLimit: 4, retryDelaySeconds: 3, isUserWaiting: true },
  'accounts.tell-change': { retryLimit: 8, retryDelaySeconds: 10 },
  'db.forget-keys': { retryLimit: 5, retryDelaySeconds: 60, cron: '25 4 * * *' },
  // A flood leaves many: the table shall not keep them for a day.
  'db.forget-limits': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 120 },
  // Some six hours of trying: people wait for an answer, not for this.
  'support.send-contact': { retryLimit: 15, retryDelaySeconds: 10 },
  // A purchase that is still being paid holds it up: some two days of trying, and the sweep begins anew.
  'privacy.process-deletion': { retryLimit: 50, retryDelaySeconds: 15 },
  'privacy.tell-deletion': { retryLimit: 15, retryDelaySeconds: 10 },
  'privacy.make-export': { retryLimit: 3, retryDelaySeconds: 5, isUserWaiting: true, batchSize: 2 },
  'privacy.tell-export': { retryLimit: 8, retryDelaySeconds: 10 },
  'privacy.sweep': { retryLimit: 2, retryDelaySeconds: 60, cron: '40 * * * *' },
  'privacy.alarm-overdue': { retryLimit: 5, retryDelaySeconds: 60, cron: '0 9 * * 1-5' },
  'metrics.fold-totals': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 15 },
  'db.check-invariants': { retryLimit: 0, retryDelaySeconds: 0, everySeconds: 60 },
  'db.seal-audit': { retryLimit: 1, retryDelaySeconds: 5, cron: '* * * * *' },
}
