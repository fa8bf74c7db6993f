import { Suspense, type FocusEventHandler, type Ref } from 'react'
import { latePart } from '#web/lib/start/late-part.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { controlStyle, Field, fieldParts, type FieldProps } from '#web/ui/fields/Field.tsx'
import type { PhoneInputProps } from './PhoneInput.tsx'

export interface PhoneFieldProps extends FieldProps {
  /** International format with its plus sign; empty when nothing is typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  name?: string
  autoComplete?: string
  id?: string
  ref?: Ref<HTMLInputElement>
  autoFocus?: boolean
}

const phoneInput = latePart<PhoneInputProps>(async () => (await import('./PhoneInput.tsx')).default)

/** Fetches what draws the field; a screen's loader may wait for it, so that the field is there at once. */
export const loadPhoneInput = phoneInput.fetch

/** A phone in international format, Argentina by default; the country's code is chosen, not typed (rule R6.8). */
export function PhoneField(props: PhoneFieldProps) {
  const [field, input] = fieldParts(props)
  return (
    <Field {...field}>
      {(control) => (
        // Read-only until the real one arrives, so that nothing typed is lost on the way.
        <Suspense
          fallback={
            <input type="tel" readOnly {...control} value={input.value} className={classes(controlStyle, 'pl-24')} />
          }
        >
          <phoneInput.Part {...input} control={control} />
        </Suspense>
      )}
    </Field>
  )
}
