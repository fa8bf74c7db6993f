import type { Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { redactPerson } from '../redact-person.ts'
import { findContacts } from '../queries.ts'
import { takePendingUnproved } from './store.ts'
import { endLinksOf } from '../password/store.ts'
import { takeSignIn } from './take-sign-in.ts'

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
  await audit(app, actor, {
    action: 'account.change_phone',
    objectType: 'user',
    objectId: userId,
    before: redactPerson({ phone: present }),
    after: redactPerson({ phone }),
  })
  const change = { what: 'phone', from: present, to: phone } as const
  await app.queue.enqueue(app, 'accounts.tell-change', { userId, change, channel: 'mail', messageId: newId() })
}
