/** A code to prove that a mail or phone is one's own (rule R6.6). */
import type { Answer } from '#contract/endpoint.ts'
import type { ContactKind, requestContactCode as endpoint } from '#contract/accounts-credentials.ts'
import { maskMail, maskPhone } from '#contract/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import { takeCodeBudget } from '#server/modules/notifications/take-code-budget.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { CODE_SECONDS } from './contact-code.ts'
import { findCodeTarget, type CodeTarget } from './find-code-target.ts'
import { findContacts } from '../queries.ts'
import { isEstablished } from '../session/queries-devices.ts'

/**
 * Has a code sent to the contact that waits to be proved, else to the present one (`findCodeTarget`). Of a phone whose codes
 * are spent for strangers (`takeCodeBudget`) it goes to their mail and proves that: the answer says which. Throws
 * `contact_missing`, `mail_proof_needed`, `whatsapp_off`, also for nobody unknown any more today who has no mail;
 * `too_many_requests`.
 */
export async function requestContactCode(
  app: App,
  actor: Actor,
  wanted: ContactKind,
): Promise<Answer<typeof endpoint>> {
  const { userId, origin } = actor
  const isKnown = await isEstablished(app, userId, origin.device)
  /** Each channel in a transaction of its own: limits are always taken in the same order. */
  const send = async (target: CodeTarget) =>
    inTransaction(app, async (app) => {
      const { kind, contact, channel, to } = target
      // Where it goes: a proved mail is the account's own, whatever the code is for.
      const isPresent = !target.isNew || kind === 'phone by mail'
      if (!(await takeCodeBudget(app, { channel, contact: to, userId, origin, isKnown, isPresent }))) return null
      await app.queue.enqueue(app, 'accounts.send-code', { userId, kind, contact })
      return target
    })
  const target = await findCodeTarget(app, userId, wanted)
  const sent = (await send(target)) ?? (await sendToMail())
  if (!sent) throw new Failure('whatsapp_off')
  const sentTo = sent.channel === 'mail' ? maskMail(sent.to) : maskPhone(sent.to)
  return {
    status: 'success',
    message: `Te enviamos un código a ${sentTo}. Vale 10 minutos.`,
    kind: sent.kind === 'mail' ? 'mail' : 'phone',
    sentTo,
    expiresInSeconds: CODE_SECONDS,
  }

  async function sendToMail() {
    const { present, pending } = await findContacts(app, userId, 'mail')
    return (present ?? pending) ? send(await findCodeTarget(app, userId, 'mail')) : null
  }
}
