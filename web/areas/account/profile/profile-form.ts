/** The profile as it is typed, and as it is sent (rules R3.13, R6.8). */
import * as z from 'zod/mini'
import { GENDERS, mail, profileName, type Gender, type SessionUser } from '#contract/accounts/accounts.ts'
import type { updateProfile } from '#contract/accounts/accounts-profile.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { advertisingOf } from '#web/features/profile/advertising.ts'
import { birthDate } from '#web/features/profile/profile-fields.tsx'

export const profileForm = z.object({
  name: profileName,
  email: mail,
  /** With its plus sign. */
  phone: phoneInput,
  gender: z.enum(GENDERS),
  /** Empty while it is not known, or when it is taken back. */
  birthDate: z
    .string()
    .check(
      z.refine((date) => date === '' || z.safeParse(birthDate, date).success, 'La fecha de nacimiento no es válida'),
    ),
  refusesAdvertising: z.boolean(),
  isPrivateProfile: z.boolean(),
  profileImage: z.nullable(z.file()),
})
export type ProfileValues = z.infer<typeof profileForm>

/** What the form begins with. What waits for its code is what the person last said. */
export function profileValues(user: SessionUser): ProfileValues {
  return {
    name: user.name,
    email: user.pendingMail ?? user.mail ?? '',
    phone: user.pendingPhone ?? user.phone ?? '',
    gender: user.gender,
    birthDate: user.birthDate ?? '',
    refusesAdvertising: !user.acceptsAdvertising,
    isPrivateProfile: user.isPrivateProfile,
    profileImage: null,
  }
}

const sentGenders: Readonly<Record<Gender, string | null>> = {
  Male: 'Male',
  Female: 'Female',
  Other: 'O',
  'Prefiero no decir': null,
}

/**
 * Name and phone always, and the gender, because without one it is taken back (rule R5.13); of the others what differs from how the
 * form began.
 */
export function profileBody(values: ProfileValues, before: ProfileValues): CallInput<typeof updateProfile>['body'] {
  const gender = sentGenders[values.gender]
  const { name, email, phone, birthDate: born, refusesAdvertising, isPrivateProfile } = values
  return {
    name,
    phone: phone.replace(/^\+/, ''),
    ...(email !== before.email && { email }),
    ...(gender !== null && { gender }),
    ...(born !== before.birthDate && { birthDate: born || null }),
    ...(refusesAdvertising !== before.refusesAdvertising && advertisingOf(refusesAdvertising)),
    ...(isPrivateProfile !== before.isPrivateProfile && { isPrivateProfile }),
  }
}

/** Buttons of the form. */
export const genderChoices: readonly { readonly value: Gender; readonly label: string }[] = [
  { value: 'Male', label: 'Masculino' },
  { value: 'Female', label: 'Femenino' },
  { value: 'Other', label: 'Otro' },
  { value: 'Prefiero no decir', label: 'Prefiero no decir' },
]

export function genderLabel(gender: Gender): string {
  return genderChoices.find(({ value }) => value === gender)?.label ?? gender
}
