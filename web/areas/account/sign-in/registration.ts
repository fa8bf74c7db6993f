import * as z from 'zod/mini'
import { register } from '#contract/accounts/accounts.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { birthDate } from '#web/features/profile/profile-fields.tsx'
import { advertisingOf, refusesAdvertising } from '#web/features/profile/advertising.ts'
import { termsAccepted } from './new-password.tsx'

/** The registration's body as it is typed, with what only the screen asks. */
export const registrationForm = z.extend(z.omit(register.body, { acceptsAdvertising: true }), {
  phone: typedPhone,
  birthDate,
  profileImage: z.nullable(z.file()),
  acceptsTerms: termsAccepted,
  refusesAdvertising,
})

/** As it is sent, with the code that the phone asks for where it asks for one. */
export function registrationInput(
  {
    acceptsTerms: _accepted,
    profileImage,
    gender,
    refusesAdvertising: refused,
    ...body
  }: z.output<typeof registrationForm>,
  code?: string,
): CallInput<typeof register> {
  return {
    body: {
      ...body,
      ...(gender && { gender }),
      ...advertisingOf(refused),
      ...(code !== undefined && { code }),
    },
    files: profileImage ? { profileImage } : {},
  }
}
