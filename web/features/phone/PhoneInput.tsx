import { ChevronDown } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import Library, { getCountries } from 'react-phone-number-input/min'
import { classes } from '#web/ui/base/classes.ts'
import { controlStyle, type ControlProps } from '#web/ui/fields/Field.tsx'
import type { PhoneFieldProps } from './PhoneField.tsx'

const names = new Intl.DisplayNames('es-AR', { type: 'region' })
/** `ZZ` is a number without a country. */
const countryNames = {
  ...Object.fromEntries(getCountries().map((code) => [code, names.of(code) ?? code])),
  ZZ: 'Internacional',
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
      labels={countryNames}
      countrySelectComponent={CountrySelect}
      autoComplete={autoComplete}
      placeholder="Número de teléfono"
      maxLength={250}
      onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
        const phone = pastedPhone(event.clipboardData.getData('text'))
        if (phone === null || !/^(\+54|$)/.test(event.currentTarget.value)) return
        event.preventDefault()
        onChange(withoutSecondCode(phone))
      }}
      value={value}
      onChange={(next) => onChange(withoutSecondCode(next ?? ''))}
      className="relative"
      numberInputProps={{ className: classes(controlStyle, 'pl-20') }}
    />
  )
}

/** Drops a second country code: no Argentine number begins with a 5, and no area code with a 9. */
function withoutSecondCode(phone: string): string {
  return phone.replace(/^\+549?0{0,2}54/, '+54')
}

/** Digits of a whole number; a shorter paste is a part of one. */
const WHOLE_NUMBER = 10

/**
 * A whole number as people have it at hand (`0341 15 555-0103`, `+54 9 341…`, `00549…`) in place of what is in the field,
 * which begins with Argentina's code already; null for anything else.
 */
function pastedPhone(text: string): string | null {
  const plain = text.replaceAll(/\p{Cf}/gu, '').trim()
  const digits = plain.replaceAll(/\D/g, '')
  if (digits.length < WHOLE_NUMBER || !/^[+\d\s()\-–./]+$/.test(plain)) return null
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return plain.includes('+') || digits.startsWith('54') ? `+${digits}` : `+54${digits.replace(/^0+/, '')}`
}

interface CountrySelectProps {
  value?: string
  onChange: (value: string | undefined) => void
  options: readonly { value?: string; label: string; divider?: boolean }[]
  disabled?: boolean
  readOnly?: boolean
}

/** The country's two letters over the native picker; flags would come from a third-party server. */
function CountrySelect({ value, onChange, options, disabled, readOnly }: CountrySelectProps) {
  return (
    <span className="absolute inset-y-0 left-0 z-1 flex w-18 items-center justify-center gap-1 rounded-l-card text-14 font-semibold text-humo has-focus-visible:outline-2 has-focus-visible:outline-celeste">
      {value ?? '··'}
      <ChevronDown className="size-4" />
      <select
        aria-label="País del teléfono"
        value={value ?? ''}
        disabled={disabled === true || readOnly === true}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      >
        {options
          .filter((option) => !option.divider)
          .map((option) => (
            <option key={option.value ?? 'other'} value={option.value ?? ''}>
              {option.label}
            </option>
          ))}
      </select>
    </span>
  )
}
