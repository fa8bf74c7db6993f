/** The code comes back: the contact is proved. */
import type { ContactKind } from '#contract/accounts/accounts-credentials.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { constantTimeEqual } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { endLinksOf } from '../password/store.ts'
import { lockProfile } from '../profile/save-profile.ts'
import { findContacts } from '../queries.ts'
import { redactPerson } from '../redact-person.ts'
import { forgetSessions } from '../session/end-sessions.ts'
import { contactCodeMac, MAX_TRIES } from './contact-code.ts'
import { contactConflict } from './contact-conflict.ts'
import { proveContact, takeSignIn } from './prove-contact.ts'
import { findCodeTarget } from './request-contact-code.ts'
import { countTry, lockContacts, takePendingUnproved, useCode } from './store.ts'
import { notifyChange } from '../notify-change.ts'

/**
 * Proves the contact that the code was sent to. A new one takes effect, which asks for a session confirmed a short while
 * ago, and one that has not ended meanwhile. Where nothing leaves by WhatsApp a new phone takes effect unproved, by the code
 * that went to the mail. Throws `step_up_required` (before a try is counted), `wrong_code`, `code_expired` (also after 5 tries),
 * `phone_taken`, `mail_taken`.
 */
export async function confirmContactCode(
  app: App,
  actor: Actor,
  { kind, code }: { kind: ContactKind; code: string },
): Promise<{ status: 'success'; message: string }> {
  const { userId } = actor
  const target = await findCodeTarget(app, userId, kind).catch(asExpired)
  if (target.isNew && !actor.isConfirmed) throw new Failure('step_up_required')
  const coded = { userId, kind: target.kind, contact: target.contact }
  const counted = await countTry(app, coded, MAX_TRIES)
  if (!counted) throw new Failure('code_expired')
  const { codeMac, tries } = counted
  if (!constantTimeEqual(codeMac, contactCodeMac(app.vault, coded, code))) {
    throw new Failure('wrong_code', { triesLeft: MAX_TRIES - tries })
  }
  const isByMail = target.kind === 'phone by mail'
  try {
    await inTransaction(app, async (app) => {
      await lockContacts(app, [target.wanted])
      await lockProfile(app, actor, 'session_expired', 'session_expired')
      if (!(await useCode(app, userId, codeMac))) throw new Failure('code_expired')
      if (isByMail) await changePhoneByMail(app, actor, { phone: target.wanted, mail: target.to })
      else await proveContact(app, actor, kind, target.wanted)
      forgetSessions(app, userId)
    })
  } catch (error) {
    throw contactConflict(error) ?? error
  }
  if (isByMail) return { status: 'success', message: 'Tu teléfono quedó cambiado' }
  return {
    status: 'success',
    message: kind === 'mail' ? 'Tu email quedó verificado' : 'Tu teléfono quedó verificado',
  }
}

/** No code is good for what none would be sent for. */
function asExpired(error: unknown): never {
  throw error instanceof Failure ? new Failure('code_expired', undefined, { cause: error }) : error
}

/**
 * The code that went to the proved mail came back: the pending phone takes the place of the present one and is unproved, a
 * place to deliver to and a name to sign in with. Call it in the transaction that used the code up, with the phone held. Throws
 * `code_expired` when phone or mail are others by now, `phone_taken` as registration does.
 */
export async function changePhoneByMail(
  app: Tx,
  actor: Actor,
  { phone, mail }: { phone: string; mail: string },
): Promise<void> {
  const { userId } = actor
  const { present } = await findContacts(app, userId, 'phone')
  await takeSignIn(app, actor, phone)
  if (!(await takePendingUnproved(app, userId, { phone, mail }))) throw new Failure('code_expired')
  // As of every change of a contact: links that went to the one before it.
  await endLinksOf(app, userId)
  await audit(app, actor, 'account.change_phone', ['user', userId], {
    before: redactPerson({ phone: present }),
    after: redactPerson({ phone }),
  })
  await notifyChange(app, userId, { what: 'phone', from: present, to: phone })
}
