import * as z from 'zod/mini'
import { register } from '#contract/accounts.ts'
import { toLocalDate } from '#contract/dates.ts'
import { nowInstant } from '#web/lib/clock.ts'

/** The registration's body as it is typed, with what only the screen asks. */
export const registrationForm = z.extend(register.body, {
  birthDate: register.body.shape.birthDate.check(
    z.refine((date) => date < today() && date > '1900-01-01', 'La fecha de nacimiento no es válida'),
  ),
  acceptsTerms: z.boolean().check(z.refine((accepted) => accepted, 'Tenés que aceptar los términos y condiciones')),
})

/** Today in Buenos Aires, `YYYY-MM-DD`: nobody is born later. */
export function today(): string {
  return toLocalDate(nowInstant())
}

export const genderOptions = [
  { value: 'Femenino', label: 'Femenino' },
  { value: 'Masculino', label: 'Masculino' },
  { value: 'Otro', label: 'Otro' },
]
