import { ChevronDown } from 'lucide-react'
import { useState, type ClipboardEvent } from 'react'
import Library, { getCountries } from 'react-phone-number-input/min'
import { classes } from '#web/ui/base/classes.ts'
import { controlStyle, type ControlProps } from '#web/ui/fields/Field.tsx'
import { internationalPhone, withoutSecondCode } from './international-phone.ts'
import type { PhoneFieldProps } from './PhoneField.tsx'

const NO_COUNTRY = 'Internacional'
/** The library sorts by these at once; names are given to who opens the list: a browser takes tens of milliseconds for the first. */
const codes = { ...Object.fromEntries(getCountries().map((code) => [code, code])), ZZ: NO_COUNTRY }
let names: Intl.DisplayNames | undefined

function nameOf(code: string | undefined): string {
  if (code === undefined) return NO_COUNTRY
  if (code === 'AR') return 'Argentina'
  names ??= new Intl.DisplayNames('es-AR', { type: 'region' })
  return names.of(code) ?? code
}

export type PhoneInputProps = Omit<PhoneFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'className' | 'id'> & {
  control: ControlProps
}

/** The heavy half of `PhoneField`, in a chunk of its own. */
export default function PhoneInput({ value, onChange, control, autoComplete = 'tel', ref, ...input }: PhoneInputProps) {
  return (
    <Library
      {...input}
      {...control}
      ref={ref as never} // it forwards to the input; its types still say a class component
      international
      countryCallingCodeEditable={false}
      defaultCountry="AR"
      labels={codes}
      countrySelectComponent={CountrySelect}
      autoComplete={autoComplete}
      placeholder="Número de teléfono"
      maxLength={250}
      onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
        const phone = pastedPhone(event.clipboardData.getData('text'))
        if (phone === null || !/^(\+54|$)/.test(event.currentTarget.value)) return
        event.preventDefault()
        onChange(phone)
      }}
      value={value}
      onChange={(next) => onChange(withoutSecondCode(next ?? ''))}
      className="relative"
      numberInputProps={{ className: classes(controlStyle, 'pl-20') }}
    />
  )
}

/** Digits of a whole number; a shorter paste is a part of one. */
const WHOLE_NUMBER = 10

/**
 * A whole number as people have it at hand (`0341 15 555-0103`, `+54 9 341…`, `00549…`) in place of what is in the field,
 * which begins with Argentina's code already; null for anything else.
 */
function pastedPhone(text: string): string | null {
  const plain = text.replaceAll(/\p{Cf}/gu, '').trim()
  const isWhole = plain.replaceAll(/\D/g, '').length >= WHOLE_NUMBER && /^[+\d\s()\-–./]+$/.test(plain)
  return isWhole ? internationalPhone(plain) : null
}

interface CountrySelectProps {
  value?: string
  onChange: (value: string | undefined) => void
  options: readonly { value?: string; divider?: boolean }[]
  disabled?: boolean
  readOnly?: boolean
}

/** The country's two letters over the native picker; flags would come from a third-party server. */
function CountrySelect({ value, onChange, options, disabled, readOnly }: CountrySelectProps) {
  const [isOpen, setOpen] = useState(false)
  // Drawn as soon as the event is handled, before the browser shows the list.
  const open = () => setOpen(true)
  return (
    <span className="absolute inset-y-0 left-0 z-1 flex w-18 items-center justify-center gap-1 rounded-l-card text-14 font-semibold text-humo has-focus-visible:outline-2 has-focus-visible:outline-celeste">
      {value ?? '··'}
      <ChevronDown className="size-4" />
      <select
        aria-label="País del teléfono"
        value={value ?? ''}
        disabled={disabled === true || readOnly === true}
        onPointerDown={open}
        onFocus={open}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      >
        {(isOpen ? countriesOf(options) : [{ value, label: nameOf(value) }]).map(({ value: code, label }) => (
          <option key={code ?? 'other'} value={code ?? ''}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

/** By name, and first a number of no country. */
function countriesOf(options: CountrySelectProps['options']): { value: string | undefined; label: string }[] {
  const named = options.flatMap(({ value, divider }) =>
    divider || value === undefined ? [] : [{ value, label: nameOf(value) }],
  )
  return [{ value: undefined, label: NO_COUNTRY }, ...named.toSorted((a, b) => a.label.localeCompare(b.label, 'es'))]
}
