import { ChevronDown } from 'lucide-react'
import { useState, type ComponentProps, type FocusEvent } from 'react'
import { classes } from '#web/ui/base/classes.ts'
import { controlStyle, Field, fieldParts, type FieldProps } from '#web/ui/fields/Field.tsx'
import { callingCodes } from './calling-codes.ts'
import { phoneOf, phoneText, typedPhoneOf, withoutCode, type TypedPhone } from './typed-phone.ts'

export interface PhoneFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'className'> {
  /** International format with its plus sign; empty when nothing is typed. */
  value: string
  onChange: (value: string) => void
}

/**
 * A phone in international format, Argentina by default; the country's code is chosen, not typed (rule R6.8). However a number
 * is written, it stays so: the server knows its spellings (`server/shared/phone.ts`).
 */
export function PhoneField(props: PhoneFieldProps) {
  const [field, { value, onChange, onBlur, ...input }] = fieldParts(props)
  const [written, setWritten] = useState(() => typedPhoneOf(value))
  // Another phone came from outside: what was written before is not it.
  const typed = phoneOf(written) === value ? written : typedPhoneOf(value)
  const write = (next: TypedPhone) => {
    setWritten(next)
    if (phoneOf(next) !== value) onChange(phoneOf(next))
  }
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <CountrySelect
            value={typed.country}
            onChange={(country) => write({ country, text: withoutCode(typed).text })}
          />
          <input
            autoComplete="tel"
            placeholder="Número de teléfono"
            maxLength={250}
            {...input}
            {...control}
            type="tel"
            value={typed.text}
            onChange={({ target }) => write(phoneText(typed.country, target.value))}
            onBlur={(event: FocusEvent<HTMLInputElement>) => {
              write(withoutCode(typed))
              onBlur?.(event)
            }}
            className={classes(controlStyle, 'pl-20')}
          />
        </span>
      )}
    </Field>
  )
}

const NO_COUNTRY = 'Internacional'
let names: Intl.DisplayNames | undefined

/** Names are given to who opens the list: a browser takes tens of milliseconds for the first. */
function nameOf(country: string): string {
  if (country === '') return NO_COUNTRY
  if (country === 'AR') return 'Argentina'
  names ??= new Intl.DisplayNames('es-AR', { type: 'region' })
  return names.of(country) ?? country
}

/** By name, and first a number of no country. */
const countries = (): string[] => [
  '',
  ...[...callingCodes.keys()].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'es')),
]

interface CountrySelectProps {
  value: string
  onChange: (country: string) => void
}

/** The country's code over the native picker; flags would come from a third-party server. */
function CountrySelect({ value, onChange }: CountrySelectProps) {
  const [isOpen, setOpen] = useState(false)
  // Drawn as soon as the event is handled, before the browser shows the list.
  const open = () => setOpen(true)
  return (
    <span className="absolute inset-y-0 left-0 z-1 flex w-18 items-center justify-center gap-1 rounded-l-card text-14 font-semibold text-humo has-focus-visible:outline-2 has-focus-visible:outline-celeste">
      +{callingCodes.get(value)}
      <ChevronDown className="size-4" />
      <select
        aria-label="País del teléfono"
        value={value}
        onPointerDown={open}
        onFocus={open}
        onChange={({ target }) => onChange(target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none text-16 opacity-0"
      >
        {(isOpen ? countries() : [value]).map((country) => (
          <option key={country} value={country}>
            {nameOf(country)}
          </option>
        ))}
      </select>
    </span>
  )
}
