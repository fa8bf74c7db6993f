import { useRef, useState, type FocusEvent } from 'react'
import { likelyDomain } from './mail-typo.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

export type EmailFieldProps = Omit<TextFieldProps, 'label' | 'type' | 'inputMode' | 'autoCapitalize' | 'before'>

/** An e-mail address. `autoComplete="off"` where it is another person's. A domain with a slip gets the likely one offered. */
export function EmailField({ autoComplete = 'email', onBlur, className, ...field }: EmailFieldProps) {
  const [domain, setDomain] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setDomain(likelyDomain(event.target.value))
    onBlur?.(event)
  }
  return (
    <div ref={box} className={className}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete={autoComplete}
        onBlur={leave}
        {...field}
      />
      {domain !== null && (
        <button
          type="button"
          className="min-h-11 text-14 link"
          onClick={() => {
            const input = box.current?.querySelector('input')
            if (input) typeInto(input, `${input.value.split('@')[0]}@${domain}`)
            setDomain(null)
          }}
        >
          ¿{domain}?
        </button>
      )}
    </div>
  )
}

/** As if it was typed: its form listens to the browser's event, and React remembers values that are set past it. */
function typeInto(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
