import * as z from 'zod/mini'
import { localDate } from '#contract/dates.ts'
import { today } from '#web/lib/clock.ts'

export const birthDate = localDate.check(
  z.refine((date) => date < today() && date > '1900-01-01', 'La fecha de nacimiento no es válida'),
)

export const genderOptions = [
  { value: 'Femenino', label: 'Femenino' },
  { value: 'Masculino', label: 'Masculino' },
  { value: 'Otro', label: 'Otro' },
]
