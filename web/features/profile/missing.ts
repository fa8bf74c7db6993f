import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { ProfileCompletion } from '#contract/accounts/accounts-google.ts'

export type Missing = ProfileCompletion['missingFields'][number]

/** What a person's profile lacks. */
export function missingOf({ phone, birthDate: born }: Pick<SessionUser, 'phone' | 'birthDate'>): Missing[] {
  return [...(phone === null ? (['phone'] as const) : []), ...(born === null ? (['birthDate'] as const) : [])]
}
