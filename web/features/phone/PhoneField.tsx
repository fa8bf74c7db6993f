import { lazy, Suspense, useState, type ComponentType, type FocusEventHandler, type Ref } from 'react'
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

let arrived: ComponentType<PhoneInputProps> | undefined

/** Fetches what draws the field; a screen's loader may call it so that the field is there at once. */
export async function loadPhoneInput() {
  const input = await import('./PhoneInput.tsx')
  arrived = input.default
  return input
}
const LazyPhoneInput = lazy(loadPhoneInput)

/** A phone in international format, Argentina by default; the country's code is chosen, not typed (rule R6.8). */
export function PhoneField(props: PhoneFieldProps) {
  const [field, input] = fieldParts(props)
  // What is here already is drawn at once: a lazy one shows its stand-in for some 300 ms, and keys pressed then are lost.
  const [PhoneInput] = useState<ComponentType<PhoneInputProps>>(() => arrived ?? LazyPhoneInput)
  return (
    <Field {...field}>
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
