import { lazy, Suspense, type FocusEventHandler, type Ref } from 'react'
import { classes } from './classes.ts'
import { controlStyle, Field, type FieldProps } from './Field.tsx'

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

/** Fetches what draws the field; a screen's loader may call it so that the field is there at once. */
export const loadPhoneInput = () => import('./PhoneInput.tsx')
const PhoneInput = lazy(loadPhoneInput)

/** A phone in international format, Argentina by default; the country's code is chosen, not typed (product.md §5). */
export function PhoneField({ label, hint, error, optional, className, id, ...input }: PhoneFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        // Read-only until the real one arrives, so that nothing typed is lost on the way.
        <Suspense
          fallback={
            <input type="tel" readOnly {...control} value={input.value} className={classes(controlStyle, 'pl-24')} />
          }
        >
          <PhoneInput {...input} control={control} />
        </Suspense>
      )}
    </Field>
  )
}
