/** Accounts that somebody else makes, by giving a person's name, phone and mail (behaviour.md §1). */
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { openChannels } from '#server/modules/notifications/send-message.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import { findByContact } from './queries.ts'
import { insertPendingUser } from './store.ts'

export interface NamedPerson {
  readonly name: string
  /** As typed. */
  readonly phone: string
  readonly mail: string | null
}

/**
 * The person who has this phone, else this mail, whatever the state of their account; nobody yet: a pending account, whose
 * activation link leaves by mail and WhatsApp. Joins the caller's transaction. `actor` is null when the system does it.
 * Throws `invalid_phone`. Whoever asks must not learn from the answer whether the person was known.
 */
export async function makePendingAccount(
  app: App,
  actor: Actor | null,
  person: NamedPerson,
): Promise<{ userId: string; isNew: boolean }> {
  const phone = readPhone(person.phone)
  const mail = person.mail?.trim().toLowerCase() || null
  const name = person.name.trim()
  return inTransaction(app, async (app) => {
    const known = await findByContact(app, { phone, mail })
    if (known) return { userId: known.id, isNew: false }
    const userId = newId()
    if (!(await insertPendingUser(app, { id: userId, name, phone, mail }))) {
      // Somebody made it in between; the conflict waited for them to commit.
      const winner = await findByContact(app, { phone, mail })
      if (!winner) throw new Failure('timeout', undefined, { retryAfterSeconds: 1 })
      return { userId: winner.id, isNew: false }
    }
    await audit(app, actor ?? SYSTEM, {
      action: 'account.make_pending',
      objectType: 'user',
      objectId: userId,
      after: { state: 'pending' },
    })
    for (const channel of openChannels(app)) {
      if (channel === 'whatsapp' || mail)
        await app.queue.enqueue(app, 'accounts.send-link', { userId, kind: 'activation', channel })
    }
    return { userId, isNew: true }
  })
}
