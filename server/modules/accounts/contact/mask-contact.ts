/** Masks a person's phone and mail for other people. */
import { sql, type RawBuilder } from 'kysely'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import { isAdministrator, isCompanyOwner, type Actor } from '#server/shared/actor.ts'

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

/** Contacts are whole for administrators and, of people who bought from the actor's company, for its owner (rule R6.9). */
export function seesContacts(
  actor: Pick<Actor, 'roles' | 'companyRole'>,
  { hasBought }: { readonly hasBought: boolean },
): boolean {
  return isAdministrator(actor) || (hasBought && isCompanyOwner(actor))
}

/** `maskName` of a plain name, to search and sort by: another order, or a search in the whole name, would reveal the hidden letters (threat 4). */
export function halfName(plainName: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(${plainName}, '^(\\S+)(?:.*\\s(\\S)\\S*)?$', '\\1 \\2')`
}
