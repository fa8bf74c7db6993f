/** Which accounts and contacts count as one person (rule R6.14). */
import { sql, type RawBuilder } from 'kysely'
import { mailboxOf } from '#server/shared/mailbox.ts'
import type { Vault } from '#server/shared/crypto.ts'

/** A keyed hash of a phone, or of the mailbox of a mail: the same contact is known again, and nobody can read it. Phone as E.164, mail in lower case. */
export function contactHash(vault: Vault, contact: string): Buffer {
  return vault.mac('guest-contact', mailboxOf(contact))
}

interface Account {
  readonly user_id: string
  /** Of the accounts of one person, the one with the lowest rank stays. */
  readonly rank: number
}

/**
 * Of many accounts, one of each person: the one of the lowest rank, of equal ones one that verified a contact, then the older one.
 * An account stays if it is the first one of each of its contacts.
 */
export function onePerPerson(accounts: RawBuilder<Account>): RawBuilder<{ user_id: string }> {
  return sql`
    select k.user_id
      from (select a.user_id, c.contact, first_value(a.user_id) over (
                     partition by c.contact
                     order by a.rank, not accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at), a.user_id) as first_id
              from (${accounts}) a join users u on u.id = a.user_id
              left join lateral unnest(accounts_person_contacts(u)) c (contact) on true) k
     group by k.user_id having bool_and(k.contact is null or k.first_id = k.user_id)`
}
