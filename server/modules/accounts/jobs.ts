import { daily, queued } from '#server/jobs/job.ts'
import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = {
  'accounts.forget-expired': daily(
    '4:15',
    'Deletes sessions and links that ended 30 days ago, and codes and Google sign-ins that ended.',
  ),
  // Also enqueued by transactions that make tickets: it does not notify the workers.
  'accounts.send-link': queued<{
    userId: string
    kind: 'reset' | 'activation'
    channel: 'mail' | 'whatsapp'
    /** The phone, masked, that another person verified: the reason for this link. */
    takenPhone?: string
  }>('mail', 'Sends the link that activates an account or resets its password.'),
  'accounts.send-reset-list': queued<{ mail: string; userIds: readonly string[] }>(
    'mail',
    'Sends one message with a reset link for each account that carries the mail.',
  ),
  'accounts.renew-activation': queued<{ tokenHash: string }>('answer', 'Sends a new link for an expired activation.'),
  'accounts.look-for-reset': queued<{ mail: string }>(
    'answer',
    'Finds the accounts of a mail and enqueues their reset links.',
  ),
  /** The person has no account yet; `device` is a keyed hash. */
  'accounts.send-registration-code': queued<{
    kind: 'mail' | 'phone'
    contact: string
    name: string
    device: string
    /** For a checkout without a session instead of a registration. */
    isOfPurchase?: boolean
  }>('answer', 'Sends the code that verifies a contact before registration, or at a checkout without a session.'),
  'accounts.send-code': queued<{ userId: string; kind: 'mail' | 'phone' | 'phone by mail'; contact: string }>(
    'answer',
    "Sends the code that verifies an account's contact.",
  ),
  'accounts.notify': notifyJob,
}
