/** The code comes back: the contact is proved. */
import type { ContactKind } from '#contract/accounts-credentials.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { constantTimeEqual } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { contactCodeMac, MAX_TRIES } from './contact-code.ts'
import { holdProfile } from './hold-profile.ts'
import { proveContact } from './prove-contact.ts'
import { findContacts } from './queries.ts'
import { holdContacts } from './store-contacts.ts'
import { countTry, useCode } from './store-credentials.ts'
import { takenContact } from './taken-contact.ts'

/**
 * Proves the contact that the code was sent to. A new one takes effect, which asks for a session confirmed a short while
 * ago, and one that has not ended meanwhile. Throws `step_up_required` (before a try is counted), `wrong_code`, `code_expired` (also after 5 tries),
 * `phone_taken`, `mail_taken`.
 */
export async function confirmContactCode(
  app: App,
  actor: Actor,
  { kind, code }: { kind: ContactKind; code: string },
): Promise<{ status: 'success'; message: string }> {
  const { userId } = actor
  const { present, pending } = await findContacts(app, userId, kind)
  const contact = pending ?? present
  if (!contact) throw new Failure('code_expired')
  if (pending && !actor.isConfirmed) throw new Failure('step_up_required')
  const counted = await countTry(app, userId, kind, contact, MAX_TRIES)
  if (!counted) throw new Failure('code_expired')
  const { codeMac, tries } = counted
  if (!constantTimeEqual(codeMac, contactCodeMac(app.vault, { userId, kind, contact }, code))) {
    throw new Failure('wrong_code', { triesLeft: MAX_TRIES - tries })
  }
  try {
    await inTransaction(app, async (app) => {
      await holdContacts(app, [contact])
      await holdProfile(app, actor, 'session_expired', 'session_expired')
      if (!(await useCode(app, userId, codeMac))) throw new Failure('code_expired')
      await proveContact(app, actor, kind, contact)
    })
  } catch (error) {
    throw takenContact(error) ?? error
  }
  app.bus.publish('accounts.changed', userId)
  return {
    status: 'success',
    message: kind === 'mail' ? 'Tu email quedó verificado' : 'Tu teléfono quedó verificado',
  }
}
