/** Masks a person's phone and mail for other people. */
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import { isAdministrator, isCompanyOwner, type Actor } from '#server/shared/actor.ts'
import { contactHash } from './same-person.ts'

interface Contact {
  readonly phone: string | null
  readonly mail: string | null
}

/** The same person with phone and mail masked, unless the person who looks may see them (rule R6.9). */
export function maskContact<Person extends Contact>(person: Person, isOpen: boolean): Person {
  if (isOpen) return person
  return {
    ...person,
    phone: person.phone === null ? null : maskPhone(person.phone),
    mail: person.mail === null ? null : maskMail(person.mail),
  }
}

/** Contacts are whole for administrators and, of people who paid the actor's company through the provider, for its owner (rule R6.9). */
export function seesContacts(
  actor: Pick<Actor, 'roles' | 'companyRole'>,
  { hasPaid }: { readonly hasPaid: boolean },
): boolean {
  return isAdministrator(actor) || (hasPaid && isCompanyOwner(actor))
}

/** How a person who paid through the provider is known to the company. */
export interface Payer {
  readonly hasPaid: boolean
  /**
   * Of orders without a session that are an account's since, the hashes of what was typed (`typedContactsOf`): the account's other contact was
   * never given. Null where all of the person's contacts were.
   */
  readonly typedContacts: readonly string[] | null
}

/** The same person as `actor` may see them, of the company that `payer` paid (rule R6.9). */
export function maskPayer<Person extends Contact>(
  { vault }: Pick<Core, 'vault'>,
  actor: Pick<Actor, 'roles' | 'companyRole'>,
  person: Person,
  { hasPaid, typedContacts }: Payer,
): Person {
  const isOpen = seesContacts(actor, { hasPaid })
  if (!isOpen || typedContacts === null || isAdministrator(actor)) return maskContact(person, isOpen)
  const isTyped = (contact: string | null) =>
    contact !== null && typedContacts.includes(contactHash(vault, contact).toString('hex'))
  const masked = maskContact(person, false)
  return {
    ...person,
    phone: isTyped(person.phone) ? person.phone : masked.phone,
    mail: isTyped(person.mail) ? person.mail : masked.mail,
  }
}

/** `maskName` of a plain name, to search and sort by: another order, or a search in the whole name, would reveal the hidden letters (threat 4). */
export function halfName(plainName: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(${plainName}, '^(\\S+)(?:.*\\s(\\S)\\S*)?$', '\\1 \\2')`
}
