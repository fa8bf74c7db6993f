/** A code to prove that a mail or phone is one's own: what it is good for, asked for and sent (rule R6.6). */
import { randomInt } from 'node:crypto'
import type { ContactKind, requestContactCode as endpoint } from '#contract/accounts/accounts-credentials.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendOrWarn, type Channel, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { takeCodeBudget } from '#server/modules/notifications/take-code-budget.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findContacts } from '../queries.ts'
import { isEstablished } from '../session/queries.ts'
import { CODE_SECONDS, contactCodeMac, type CodeKind } from './contact-code.ts'
import { codeMail, codeWhatsapp, phoneByMailCodeMail } from './messages.ts'
import { findProvedMail } from './queries.ts'
import { replaceCode } from './store.ts'

export interface CodeTarget {
  readonly kind: CodeKind
  /** Target of the code: it is void for another contact or another mailbox. */
  readonly contact: string
  /** The phone or mail that becomes the person's by it. */
  readonly wanted: string
  readonly channel: Channel
  readonly to: string
  /** `wanted` is a new one. */
  readonly isNew: boolean
}

/**
 * The contact that waits to be proved, else the present one. While nothing leaves by WhatsApp the code of a new phone goes to
 * the mail that the account proved. Throws `contact_missing`, `whatsapp_off` for the present phone, which cannot be proved
 * then, `mail_proof_needed`.
 */
export async function findCodeTarget(app: App, userId: string, kind: ContactKind): Promise<CodeTarget> {
  const { present, pending } = await findContacts(app, userId, kind)
  const wanted = pending ?? present
  if (!wanted) throw new Failure('contact_missing')
  const isNew = pending !== null
  if (kind === 'mail') return { kind, contact: wanted, wanted, channel: 'mail', to: wanted, isNew }
  if (app.vendors.whatsapp.isOn) return { kind, contact: wanted, wanted, channel: 'whatsapp', to: wanted, isNew }
  if (!isNew) throw new Failure('whatsapp_off')
  const mail = await findProvedMail(app, userId)
  if (!mail) throw new Failure('mail_proof_needed')
  return { kind: 'phone by mail', contact: `${wanted} ${mail}`, wanted, channel: 'mail', to: mail, isNew }
}

/**
 * Has a code sent to the contact that waits to be proved, else to the present one (`findCodeTarget`). Of a phone whose codes
 * are spent for strangers (`takeCodeBudget`) it goes to their mail and proves that: the answer says which. Throws
 * `contact_missing`, `mail_proof_needed`, `whatsapp_off`, also when the day's codes for strangers are spent and there is no mail;
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
      // A verified mail is the account's own, whatever the code is for.
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

/**
 * Makes a code, in place of the one before it, and sends it. Sends nothing when what it was asked for is not what the person
 * would ask for now: another contact, another mailbox.
 */
export async function sendCode(app: App, coded: JobPayloads['accounts.send-code']): Promise<void> {
  const { userId, kind, contact } = coded
  const of = kind === 'mail' ? 'mail' : 'phone'
  const target = await findCodeTarget(app, userId, of).catch(ifNothingToSend)
  if (target?.kind !== kind || target.contact !== contact) return
  const { name } = await findContacts(app, userId, of)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeMac = contactCodeMac(app.vault, coded, code)
  await replaceCode(app, { ...coded, codeMac, expiresInSeconds: CODE_SECONDS })
  const { to, wanted } = target
  const about = {
    name,
    publicUrl: app.config.publicUrl,
    idempotencyKey: `code-${codeMac.toString('hex').slice(0, 32)}`,
  }
  const message: OutgoingMessage =
    kind === 'phone'
      ? { channel: 'whatsapp', to, ...codeWhatsapp(code), idempotencyKey: about.idempotencyKey }
      : {
          channel: 'mail',
          ...writeLetter(to, about, kind === 'mail' ? codeMail(code) : phoneByMailCodeMail(code, maskPhone(wanted))),
        }
  await sendOrWarn(app, message, { job: 'accounts.send-code', userId, kind })
}

function ifNothingToSend(error: unknown): null {
  if (error instanceof Failure) return null
  throw error
}
