import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { buyerWords } from '#contract/first-paint/buyer-words.ts'
import { today } from '#web/lib/clock.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { DateField } from '#web/ui/fields/MomentField.tsx'

// A field of a date says nothing until it is whole.
export const birthDate = z.iso
  .date({ error: 'Poné tu fecha de nacimiento' })
  .check(z.refine((date) => date < today() && date > '1900-01-01', 'La fecha de nacimiento no es válida'))

export function BirthDateField(field: Omit<ComponentProps<typeof DateField>, 'label'>) {
  return <DateField label={buyerWords.birthDate} autoComplete="bday" max={today()} {...field} />
}

const genderOptions = ['Femenino', 'Masculino', 'Otro'].map((value) => ({ value, label: value }))

export function GenderSelect(field: Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>) {
  return <SelectField label="Género" optional placeholder="Prefiero no decir" options={genderOptions} {...field} />
}
