/** The account that a given phone and mail refer to (rule R6.5). */
import { mailSpelling } from '#contract/accounts/accounts.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM, type AuditOrigin } from '#server/db/audit.ts'
import { openChannels } from '#server/modules/notifications/send-message.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import { findPerson, findWaiting } from '../contact/queries.ts'
import { resendActivation } from './activate-account.ts'
import { insertPendingUser } from './store.ts'
import { lockContacts } from '../contact/store.ts'

export interface NamedPerson {
  readonly name: string
  /** As typed. */
  readonly phone: string
  readonly mail: string | null
}

interface Naming {
  /** Refuses accounts that are not meant. */
  readonly mayBeMeant?: (userId: string) => Promise<boolean>
  /** The caller's own mail to the account has its activation link: none leaves by itself. */
  readonly isLinkInMail?: boolean
}

/**
 * Gives the account that proved this phone, else the one that proved this mail. If neither is proved, what is given
 * waits in a pending account that is bound to exactly these contacts and is made if need be. Its activation link leaves to both
 * (or in the mail that the caller sends it), and the first that is proved takes what waits. An account that gave one of them and proved nothing is never meant, nor is one
 * that `mayBeMeant` refuses: its contacts count as unowned. To one phone or mail three such links leave in an hour, whatever
 * else it is named with (threat 27); beyond that the account waits all the same. Two pairs with the same phone are two
 * accounts: what was sent to one pair is no other's. By its id a pending account is given no ticket, and work only by the company
 * that named it. Joins the caller's transaction. `actor` is null when the system does it. `isKnown`: an account proved one of
 * them. Throws `invalid_phone`. The caller must not learn from the answer whether the person was known.
 */
export async function makePendingAccount(
  app: App | Tx,
  actor: AuditOrigin | null,
  person: NamedPerson,
  { mayBeMeant, isLinkInMail = false }: Naming = {},
): Promise<{ userId: string; isNew: boolean; isKnown: boolean }> {
  const phone = readPhone(person.phone)
  const mail = mailSpelling(person.mail ?? '') || null
  const name = person.name.trim()
  return inTransaction(app, async (app) => {
    await lockContacts(app, [phone, mail])
    for (const by of [
      { phone, mail: null },
      { phone: null, mail },
    ]) {
      const person = await findPerson(app, by)
      if (person && (!mayBeMeant || (await mayBeMeant(person.id)))) {
        return { userId: person.id, isNew: false, isKnown: true }
      }
    }
    const waiting = await findWaiting(app, { phone, mail })
    if (waiting) return { userId: waiting.id, isNew: false, isKnown: false }
    const userId = newId()
    await insertPendingUser(app, { id: userId, name, phone, mail })
    await audit(app, actor ?? SYSTEM, 'account.make_pending', ['user', userId], { after: { state: 'pending' } })
    if (!isLinkInMail || !openChannels(app).includes('mail')) await resendActivation(app, userId)
    return { userId, isNew: true, isKnown: false }
  })
}
