import * as z from 'zod/mini'
import { register } from '#contract/accounts.ts'
import { birthDate } from '#web/features/profile/profile-fields.ts'

/** The registration's body as it is typed, with what only the screen asks. */
export const registrationForm = z.extend(register.body, {
  birthDate,
  acceptsTerms: z.boolean().check(z.refine((accepted) => accepted, 'Tenés que aceptar los términos y condiciones')),
})
