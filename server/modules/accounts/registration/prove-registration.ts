/** The code that decides who owns a phone, when a registration names one that an unproved account signs in with (rule R6.2). */
import { randomInt } from 'node:crypto'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendOrWarn, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { takeCodeBudget } from '#server/modules/notifications/take-code-budget.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { constantTimeEqual } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { CODE_SECONDS, MAX_TRIES, registrationCodeMac } from '../contact/contact-code.ts'
import { codeWhatsapp, purchaseCodeMail, registrationCodeMail } from '../contact/messages.ts'
import type { ContactKind } from '../contact/store.ts'
import { countRegistrationTry, replaceRegistrationCode, type RegistrationCode } from './store.ts'

export interface Registrant {
  readonly name: string
  readonly phone: string
  readonly mail: string
  readonly code: string
}

/** A proof that was judged and is not used up yet. */
export type RegistrationProof = RegistrationCode & { readonly kind: ContactKind }

/**
 * Has a code sent to the phone, to the mail while nothing leaves by WhatsApp, and throws `phone_code_needed` saying where;
 * throws `too_many_requests`, and `whatsapp_off` when no more of strangers leave today. The code is good for that contact on
 * that device alone.
 */
export async function askForCode(
  app: App,
  { name, phone, mail }: Omit<Registrant, 'code'>,
  origin: RequestOrigin,
): Promise<never> {
  const kind: ContactKind = app.vendors.whatsapp.isOn ? 'phone' : 'mail'
  const contact = kind === 'phone' ? phone : mail
  const device = app.vault.mac('registration-device', origin.device)
  await inTransaction(app, async (app) => {
    // Not by mail: that would take the phone from its account by a mailbox of the person who spent the budget.
    if (!(await enqueueStrangersCode(app, { kind, contact, name, device }, origin))) throw new Failure('whatsapp_off')
  })
  const sentTo = kind === 'mail' ? maskMail(contact) : maskPhone(contact)
  throw new Failure('phone_code_needed', { kind, sentTo, expiresInSeconds: CODE_SECONDS })
}

/** A code to a contact of which no account is known; `device` is what it is good on. */
interface StrangersCode {
  readonly kind: ContactKind
  readonly contact: string
  readonly name: string
  readonly device: Buffer
  readonly isOfPurchase?: boolean
}

/** Enqueues the code; false where no more of strangers leave by WhatsApp today. Throws `too_many_requests`. */
export async function enqueueStrangersCode(app: Tx, code: StrangersCode, origin: RequestOrigin): Promise<boolean> {
  const channel = code.kind === 'phone' ? 'whatsapp' : 'mail'
  const { contact } = code
  const wanted = { channel, contact, userId: null, origin, isKnown: false, isPresent: false } as const
  if (!(await takeCodeBudget(app, wanted))) return false
  const payload = { ...code, device: code.device.toString('base64url') }
  await app.queue.enqueue(app, 'accounts.send-registration-code', payload)
  return true
}

/** Judges the code. Throws `wrong_code`, `code_expired`. */
export async function proveRegistration(
  app: App,
  { phone, mail, code }: Omit<Registrant, 'name'>,
  origin: RequestOrigin,
): Promise<RegistrationProof> {
  const kind: ContactKind = app.vendors.whatsapp.isOn ? 'phone' : 'mail'
  const contact = kind === 'phone' ? phone : mail
  const device = app.vault.mac('registration-device', origin.device)
  return { kind, ...(await judgeCode(app, { contact, device }, code)) }
}

/** Counts a try of the code that was sent to this contact for this device, and judges it. Throws `wrong_code`, `code_expired`. */
export async function judgeCode(
  app: App,
  sent: Pick<RegistrationCode, 'contact' | 'device'>,
  code: string,
): Promise<RegistrationCode> {
  const counted = await countRegistrationTry(app, sent, MAX_TRIES)
  if (!counted) throw new Failure('code_expired')
  const { codeMac, tries } = counted
  if (!constantTimeEqual(codeMac, registrationCodeMac(app.vault, sent, code))) {
    throw new Failure('wrong_code', { triesLeft: MAX_TRIES - tries })
  }
  return { ...sent, codeMac }
}

/** Makes the code and sends it. Throws when the vendor is away, to be tried again. */
export async function sendRegistrationCode(
  app: App,
  { kind, contact, name, device: sealed, isOfPurchase = false }: JobPayloads['accounts.send-registration-code'],
): Promise<void> {
  const device = Buffer.from(sealed, 'base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeMac = registrationCodeMac(app.vault, { contact, device }, code)
  await replaceRegistrationCode(app, { contact, device, codeMac, expiresInSeconds: CODE_SECONDS })
  const idempotencyKey = `code-${codeMac.toString('hex').slice(0, 32)}`
  const message: OutgoingMessage =
    kind === 'phone'
      ? { channel: 'whatsapp', to: contact, ...codeWhatsapp(code), idempotencyKey }
      : {
          channel: 'mail',
          ...writeLetter(
            contact,
            { name, publicUrl: app.config.publicUrl, idempotencyKey },
            isOfPurchase ? purchaseCodeMail(code) : registrationCodeMail(code),
          ),
        }
  await sendOrWarn(app, message, { job: 'accounts.send-registration-code', kind })
}
