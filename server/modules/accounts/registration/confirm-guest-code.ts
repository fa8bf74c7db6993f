/** A code to a contact that is typed at the checkout without a session (rule R10.20): it verifies a purchase, and no account. */
import type { PhoneCodeNeeded } from '#contract/accounts/accounts.ts'
import { mailSpelling } from '#contract/accounts/accounts.ts'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { readPhone } from '#server/shared/phone.ts'
import { CODE_SECONDS } from '../contact/contact-code.ts'
import type { ContactKind } from '../contact/store.ts'
import { enqueueStrangersCode, judgeCode } from './prove-registration.ts'
import { spendRegistrationCode } from './store.ts'

const PROOF_LABEL = 'guest-proof'
/** Leaves time to choose again what sold out meanwhile. */
const PROOF_MS = 30 * 60_000

interface TypedContacts {
  readonly phone: string
  readonly mail: string
}

/** Throws `invalid_phone`. */
function readContacts({ phone, mail }: TypedContacts): TypedContacts {
  return { phone: readPhone(phone), mail: mailSpelling(mail) }
}

/** Keeps codes of the checkout apart from those of the registration. */
const deviceOf = (app: App, { device }: RequestOrigin) => app.vault.mac('guest-code-device', device)

/**
 * Has a code sent to the phone or the mail, to the mail too where none can leave by WhatsApp, and returns where it went. No account
 * is looked up. Throws `invalid_phone`, `too_many_requests`.
 */
export async function requestGuestCode(
  app: App,
  { kind, name, ...typed }: TypedContacts & { readonly kind: ContactKind; readonly name: string },
  origin: RequestOrigin,
): Promise<PhoneCodeNeeded> {
  const contacts = readContacts(typed)
  const device = deviceOf(app, origin)
  /** Each channel in a transaction of its own: limits are always taken in the same order. */
  const send = (by: ContactKind) =>
    inTransaction(app, (app) =>
      enqueueStrangersCode(app, { kind: by, contact: contacts[by], name, device, isOfPurchase: true }, origin),
    )
  if (kind === 'phone' && app.vendors.whatsapp.isOn && (await send('phone')))
    return { kind, sentTo: maskPhone(contacts.phone), expiresInSeconds: CODE_SECONDS }
  await send('mail')
  return { kind: 'mail', sentTo: maskMail(contacts.mail), expiresInSeconds: CODE_SECONDS }
}

/** Uses the code up and returns the proof. Throws `invalid_phone`, `wrong_code`, `code_expired`. */
export async function confirmGuestCode(
  app: App,
  { kind, code, ...typed }: TypedContacts & { readonly kind: ContactKind; readonly code: string },
  origin: RequestOrigin,
): Promise<string> {
  const contacts = readContacts(typed)
  const coded = await judgeCode(app, { contact: contacts[kind], device: deviceOf(app, origin) }, code)
  if (!(await spendRegistrationCode(app, coded))) throw new Failure('code_expired')
  const until = app.clock.epochMs() + PROOF_MS
  return `${until.toString(36)}.${app.vault.mac(PROOF_LABEL, proven(contacts[kind], origin, until)).toString('base64url')}`
}

/**
 * Which of these contacts, as they are stored, the proofs verify on this device; expired proofs verify nothing. Where nothing leaves by
 * WhatsApp a verified mail counts for the phone (rule R10.20).
 */
export function provedContacts(
  app: App,
  contacts: TypedContacts,
  proofs: readonly string[],
  origin: RequestOrigin,
): Record<ContactKind, boolean> {
  const isProved = (contact: string) => proofs.some((proof) => isProof(app, contact, proof, origin))
  const mail = isProved(contacts.mail)
  return { mail, phone: isProved(contacts.phone) || (mail && !app.vendors.whatsapp.isOn) }
}

function isProof(app: App, contact: string, proof: string, origin: RequestOrigin): boolean {
  const [until36 = '', mac = ''] = proof.split('.')
  const until = Number.parseInt(until36, 36)
  return until > app.clock.epochMs() && app.vault.isMac(PROOF_LABEL, proven(contact, origin, until), mac)
}

function proven(contact: string, { device }: RequestOrigin, until: number): string {
  return JSON.stringify([contact, device, until])
}
