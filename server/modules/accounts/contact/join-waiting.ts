/** What waits for a contact is taken by the account that verified it before. */
import type { Tx } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { findReachable } from '../queries.ts'
import { mergePendingAccounts } from './prove-contact.ts'
import { findPerson } from './queries.ts'
import { lockContacts, offerPhone, type ContactKind } from './store.ts'

/**
 * Joins a pending account, and all else that waits for the same contact, to the caller's, who verified its phone or its mail; false when
 * they verified neither. An account without a phone is offered the one that was typed, as an activated one is: it waits for its code.
 */
export async function joinWaiting(app: Tx, actor: Actor, waitingId: string): Promise<boolean> {
  const waiting = await findReachable(app, waitingId)
  if (waiting?.state !== 'pending') return false
  await lockContacts(app, [waiting.phone, waiting.mail])
  const kinds: readonly ContactKind[] = ['phone', 'mail']
  for (const kind of kinds) {
    const contact = waiting[kind]
    const owner = contact === null ? undefined : await findPerson(app, { phone: null, mail: null, [kind]: contact })
    if (contact === null || owner?.id !== actor.userId) continue
    await mergePendingAccounts(app, actor, kind, contact)
    if (kind === 'mail' && waiting.phone) await offerPhone(app, actor.userId, waiting.phone)
    return true
  }
  return false
}
