import { useId } from 'react'
import { Chip } from '../base/Chip.tsx'
import { classes } from '../base/classes.ts'
import { DayField } from './DayField.tsx'
import { FieldError } from './Field.tsx'

/** From a day to a day, `YYYY-MM-DD`, both counted; empty where it is open. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

export interface DateRangeFieldProps {
  label: string
  value: DateRange
  onChange: (range: DateRange) => void
  /** Ranges that are asked for again and again, one touch away. */
  periods?: readonly (DateRange & { readonly label: string })[]
  error?: string | undefined
  className?: string
}

/** A stretch of days. One that ends before it begins is said here, and given all the same: its form or list refuses it. */
export function DateRangeField({ label, value, onChange, periods = [], error, className }: DateRangeFieldProps) {
  const errorId = useId()
  const isBackwards = value.from !== '' && value.to !== '' && value.to < value.from
  const problem = isBackwards ? 'Termina antes de empezar' : error
  return (
    <fieldset aria-describedby={problem && errorId} className={classes('flex min-w-0 flex-col gap-3', className)}>
      <legend className="mb-1.5 text-14 font-semibold">{label}</legend>
      {periods.length > 0 && (
        <div className="flex flex-wrap gap-x-2 gap-y-3">
          {periods.map(({ label: name, from, to }) => (
            <Chip key={name} selected={value.from === from && value.to === to} onClick={() => onChange({ from, to })}>
              {name}
            </Chip>
          ))}
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <DayField
          label="Desde"
          value={value.from}
          max={value.to || undefined}
          onDay={(from) => onChange({ ...value, from })}
        />
        <DayField
          label="Hasta"
          value={value.to}
          min={value.from || undefined}
          onDay={(to) => onChange({ ...value, to })}
        />
      </div>
      <FieldError id={errorId} message={problem} />
    </fieldset>
  )
}
