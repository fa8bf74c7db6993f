import { useState } from 'react'
import { DateField, type MomentFieldProps } from './MomentField.tsx'

interface DayFieldProps extends Omit<MomentFieldProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD`; empty for none. */
  value: string
  onDay: (day: string) => void
}

/** A year that is typed begins as `0002`: days before this one are on their way. */
const FIRST_DAY = '1900-01-01'

/** A day that has its effect at once, as a filter's: given once it is whole or emptied, and kept as it is typed until then. */
export function DayField({ value, onDay, onBlur, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <DateField
      {...field}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === '' ? !target.validity.badInput : target.value >= FIRST_DAY) onDay(target.value)
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
