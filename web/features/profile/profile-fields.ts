import * as z from 'zod/mini'
import { localDate, toLocalDate } from '#contract/dates.ts'
import { nowInstant } from '#web/lib/clock.ts'

/** Today in Buenos Aires, `YYYY-MM-DD`: nobody is born later. */
export function today(): string {
  return toLocalDate(nowInstant())
}

export const birthDate = localDate.check(
  z.refine((date) => date < today() && date > '1900-01-01', 'La fecha de nacimiento no es válida'),
)

export const genderOptions = [
  { value: 'Femenino', label: 'Femenino' },
  { value: 'Masculino', label: 'Masculino' },
  { value: 'Otro', label: 'Otro' },
]
