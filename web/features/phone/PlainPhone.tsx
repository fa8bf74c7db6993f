import { useLayoutEffect, useRef, useState, type FocusEventHandler, type Ref, type RefObject } from 'react'
import { classes } from '#web/ui/base/classes.ts'
import { showPhone } from '#web/lib/phone.ts'
import { controlStyle, type ControlProps } from '#web/ui/fields/Field.tsx'
import { internationalPhone } from './international-phone.ts'

interface PlainPhoneProps {
  value: string
  onChange: (value: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  name?: string
  autoComplete?: string
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
  control: ControlProps
  /** Set when it goes: whether it had the focus. */
  heldRef: RefObject<boolean>
}

/** The field until its heavy half is here: what is typed counts from the first key, and is in the real one when that comes. */
export function PlainPhone({
  value,
  onChange,
  control,
  heldRef,
  ref,
  autoComplete = 'tel',
  ...input
}: PlainPhoneProps) {
  const [text, setText] = useState(() => (value === '' ? '' : showPhone(value)))
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const frame = box.current
    return () => {
      heldRef.current = frame?.contains(document.activeElement) ?? false
    }
  }, [heldRef])
  return (
    <span ref={box} className="relative block">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-0 z-1 flex w-18 items-center justify-center pr-5 text-14 font-semibold text-humo"
      >
        AR
      </span>
      <input
        {...input}
        {...control}
        ref={ref}
        type="tel"
        autoComplete={autoComplete}
        maxLength={250}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange(internationalPhone(target.value))
        }}
        className={classes(controlStyle, 'pl-20')}
      />
    </span>
  )
}
