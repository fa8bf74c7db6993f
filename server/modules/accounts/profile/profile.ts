/** Changes, refusals and missing fields of a profile's form. */
import type { ProfileCompletion } from '#contract/accounts/accounts-google.ts'
import type { Gender } from '#contract/accounts/accounts.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import type { FailureCode } from '#contract/api/failures.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { normalisePhone } from '#server/shared/phone.ts'

export interface Profile {
  readonly name: string
  readonly phone: string | null
  readonly pendingPhone: string | null
  readonly mail: string | null
  readonly pendingMail: string | null
  readonly gender: Gender
  readonly birthDate: string | null
  readonly acceptsAdvertising: boolean
  readonly isPrivateProfile: boolean
}

export interface WantedProfile {
  readonly name: string | undefined
  readonly phone: string | undefined
  readonly mail: string | undefined
  readonly gender: Gender
  /** Null forgets it. */
  readonly birthDate: string | null | undefined
  readonly acceptsAdvertising: boolean | undefined
  readonly isPrivateProfile: boolean | undefined
}

/**
 * The phone (E.164) that a profile's form means, or null. What may be one of `own` is that one, also where numbering plans
 * have moved on and it would not be taken as a new one. Any other is read as everywhere; of another country also without its
 * plus sign, which clients leave out (rule R6.8).
 */
export function phoneMeant(text: string, own: readonly (string | null)[]): string | null {
  const plain = `+${text.replaceAll(/\D/g, '')}`
  const international = /^\d+$/.test(text) ? normalisePhone(plain) : null
  const national = normalisePhone(text)
  return own.find((phone) => phone && [plain, international, national].includes(phone)) ?? national ?? international
}

/**
 * What changes; what is not wanted otherwise stays. A phone where there was none counts at once, as in `PATCH profile/complete`,
 * and is unproved; any other new phone or mail becomes the pending one, a first mail too, because a mail resets the password; and
 * the present one takes back what was pending (rule R6.7).
 */
export function profileChanges(stored: Profile, wanted: WantedProfile): Partial<Profile> {
  const next: Profile = {
    name: wanted.name ?? stored.name,
    phone: stored.phone ?? wanted.phone ?? null,
    pendingPhone: pendingPhoneOf(stored, wanted.phone),
    mail: stored.mail,
    pendingMail: wanted.mail === undefined ? stored.pendingMail : stored.mail === wanted.mail ? null : wanted.mail,
    gender: wanted.gender,
    birthDate: wanted.birthDate === undefined ? stored.birthDate : wanted.birthDate,
    acceptsAdvertising: wanted.acceptsAdvertising ?? stored.acceptsAdvertising,
    isPrivateProfile: wanted.isPrivateProfile ?? stored.isPrivateProfile,
  }
  const changed = (Object.keys(next) as (keyof Profile)[]).filter((field) => next[field] !== stored[field]) // its own keys
  return Object.fromEntries(changed.map((field) => [field, next[field]]))
}

function pendingPhoneOf(stored: Profile, wanted: string | undefined): string | null {
  if (wanted === undefined) return stored.pendingPhone
  return stored.phone === null || stored.phone === wanted ? null : wanted
}

/** The earliest birth date that is accepted. */
const EARLIEST = '1900-01-01'

/** Throws `code` at the field `birthDate` for a day that is not past yet in Buenos Aires, or longer ago than anybody lives. */
export function checkBirthDate(app: App, birthDate: string | null | undefined, code: FailureCode): void {
  if (birthDate === undefined || birthDate === null) return
  if (birthDate > EARLIEST && birthDate < toLocalDate(app.clock.now())) return
  throw new Failure(code, [{ path: ['birthDate'], message: 'La fecha de nacimiento no es válida' }])
}

/** A profile is complete with a phone, which buying needs, and a birth date, which events for adults need. A gender may be kept to oneself. */
export function profileCompletionOf(person: { phone: string | null; birthDate: string | null }): ProfileCompletion {
  const missingFields: ProfileCompletion['missingFields'] = []
  if (person.phone === null) missingFields.push('phone')
  if (person.birthDate === null) missingFields.push('birthDate')
  return { isComplete: missingFields.length === 0, missingFields }
}
