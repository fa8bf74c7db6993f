/** A code to a contact that is typed at the checkout without a session (rule R10.20): it verifies a purchase, and no account. */
import type { PhoneCodeNeeded } from '#contract/accounts/accounts.ts'
import { mailSpelling } from '#contract/accounts/accounts.ts'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import { takeCodeBudget } from '#server/modules/notifications/take-code-budget.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { readPhone } from '#server/shared/phone.ts'
import { CODE_SECONDS } from '../contact/contact-code.ts'
import type { ContactKind } from '../contact/store.ts'
import { judgeCode } from './prove-registration.ts'
import { spendRegistrationCode } from './store.ts'

const PROOF_LABEL = 'guest-proof'
/** Time to choose once more, where what was chosen went meanwhile. */
const PROOF_MS = 30 * 60_000

interface TypedContacts {
  readonly phone: string
  readonly mail: string
}

/** Throws `invalid_phone`. */
function readContacts({ phone, mail }: TypedContacts): TypedContacts {
  return { phone: readPhone(phone), mail: mailSpelling(mail) }
}

/** Codes of the checkout and of the registration are told apart by this. */
const deviceOf = (app: App, { device }: RequestOrigin) => app.vault.mac('guest-code-device', device)

/**
 * Has a code sent to the phone or the mail, to the mail too where none can leave by WhatsApp, and gives where it went. Nobody is looked
 * up by the contact. Throws `invalid_phone`, `too_many_requests`.
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
    inTransaction(app, async (app) => {
      const contact = contacts[by]
      const channel = by === 'phone' ? 'whatsapp' : 'mail'
      const wanted = { channel, contact, userId: null, origin, isKnown: false, isPresent: false } as const
      if (!(await takeCodeBudget(app, wanted))) return false
      const payload = { kind: by, contact, name, device: device.toString('base64url'), isOfPurchase: true }
      await app.queue.enqueue(app, 'accounts.send-registration-code', payload)
      return true
    })
  if (kind === 'phone' && app.vendors.whatsapp.isOn && (await send('phone')))
    return { kind, sentTo: maskPhone(contacts.phone), expiresInSeconds: CODE_SECONDS }
  await send('mail')
  return { kind: 'mail', sentTo: maskMail(contacts.mail), expiresInSeconds: CODE_SECONDS }
}

/** Uses the code up and gives the proof. Throws `invalid_phone`, `wrong_code`, `code_expired`. */
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

/** Whether the proof is of one of these contacts, as they are stored, on this device, and not over. */
export function isGuestProof(app: App, { phone, mail }: TypedContacts, proof: string, origin: RequestOrigin): boolean {
  const [until36 = '', mac = ''] = proof.split('.')
  const until = Number.parseInt(until36, 36)
  if (!(until > app.clock.epochMs())) return false
  return [phone, mail].some((contact) => app.vault.isMac(PROOF_LABEL, proven(contact, origin, until), mac))
}

function proven(contact: string, { device }: RequestOrigin, until: number): string {
  return JSON.stringify([contact, device, until])
}
