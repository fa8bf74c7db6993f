/** Masks a person's phone and mail for other people. */
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
