import type { ProfileCompletion } from '#contract/accounts-google.ts'

/** A profile is complete with a phone, which buying needs, and a birth date, which events for adults need. A gender may be kept to oneself. */
export function profileCompletionOf(person: { phone: string | null; birthDate: string | null }): ProfileCompletion {
  const missingFields: ProfileCompletion['missingFields'] = []
  if (person.phone === null) missingFields.push('phone')
  if (person.birthDate === null) missingFields.push('birthDate')
  return { isComplete: missingFields.length === 0, missingFields }
}
