import { Suspense, useLayoutEffect, useRef, type FocusEventHandler, type Ref, type RefObject } from 'react'
import { latePart } from '#web/lib/start/late-part.tsx'
import { Field, fieldParts, type FieldProps } from '#web/ui/fields/Field.tsx'
import type { PhoneInputProps } from './PhoneInput.tsx'
import { PlainPhone } from './PlainPhone.tsx'

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

/** Fetches the heavy half before it is drawn. */
export const loadPhoneInput = phoneInput.fetch

/** A phone in international format, Argentina by default; the country's code is chosen, not typed (rule R6.8). */
export function PhoneField(props: PhoneFieldProps) {
  const [field, input] = fieldParts(props)
  const heldRef = useRef(false)
  return (
    <Field {...field}>
      {(control) => (
        <Suspense fallback={<PlainPhone {...input} control={control} heldRef={heldRef} />}>
          <phoneInput.Part {...input} control={control} />
          <FocusBack id={control.id} heldRef={heldRef} />
        </Suspense>
      )}
    </Field>
  )
}

/** The keyboard stays where it was when one field takes another's place, at the end of what was typed. */
function FocusBack({ id, heldRef }: { id: string; heldRef: RefObject<boolean> }) {
  useLayoutEffect(() => {
    const input = document.getElementById(id)
    if (!heldRef.current || !(input instanceof HTMLInputElement)) return
    heldRef.current = false
    input.focus({ preventScroll: true })
    input.setSelectionRange(input.value.length, input.value.length)
  }, [id, heldRef])
  return null
}
