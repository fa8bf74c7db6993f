/** What follows from the proof that a mail or phone is somebody's. */
import { sql } from 'kysely'
import type { App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { auditedPerson } from './audited-person.ts'
import { findContacts } from './queries.ts'
import { dissolvePending, endLinksOf, markProved, takePending } from './store-credentials.ts'

/**
 * Call it in the transaction that used the proof up. The present contact is noted as proved. A pending one takes its place:
 * the account that somebody else had made for it, never activated, is joined to this one with its tickets and assignments,
 * and the contact before it is told. Throws `code_expired` for any other contact; one that an active account has breaks the
 * unique index, which `takenContact` names.
 */
export async function proveContact(app: App, actor: Actor, kind: 'mail' | 'phone', contact: string): Promise<void> {
  const { userId } = actor
  const { present, pending } = await findContacts(app, userId, kind)
  if (pending !== contact) {
    if (present !== contact) throw new Failure('code_expired')
    await markProved(app, userId, kind)
    await audit(app, actor, { ...entryOf(userId), after: { proved: kind } })
    return
  }
  const joined = await dissolvePending(app, kind, contact)
  if (!(await takePending(app, userId, kind, contact))) throw new Failure('code_expired')
  if (joined) await join(app, actor, joined)
  // Links that went to the contact before it.
  await endLinksOf(app, userId)
  await audit(app, actor, {
    ...entryOf(userId),
    before: auditedPerson({ [kind]: present }),
    after: { ...auditedPerson({ [kind]: contact }), proved: kind },
  })
  const change = { what: kind, from: present, to: contact } as const
  await app.queue.enqueue(app, 'accounts.tell-change', { userId, change, channel: 'mail', messageId: newId() })
  if (kind === 'phone' && present) {
    await app.queue.enqueue(app, 'accounts.tell-change', { userId, change, channel: 'whatsapp', messageId: newId() })
  }
}

function entryOf(userId: string) {
  return { action: 'account.prove_contact', objectType: 'user', objectId: userId }
}

/**
 * Moves what a dissolved account held, in this same transaction, by each module's own function: a module whose rows make a
 * pending person somebody adds one here. What only tells what was (transfers, audit rows) stays with the old id.
 */
async function join(app: App, actor: Actor, fromId: string): Promise<void> {
  const { userId } = actor
  const { rows } = await sql<{ tickets: number; assignments: number; codes: number }>`
    select tickets_move_person(${fromId}, ${userId}) as tickets, events_move_staff(${fromId}, ${userId}) as assignments,
           promoters_move_codes(${fromId}, ${userId}) as codes`.execute(app.db)
  await endLinksOf(app, fromId)
  await audit(app, actor, {
    action: 'account.join_pending',
    objectType: 'user',
    objectId: fromId,
    before: { state: 'pending' },
    after: { joinedTo: userId, ...rows[0] },
  })
}
