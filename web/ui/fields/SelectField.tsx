import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../base/classes.ts'
import { controlStyle, Field, fieldParts, type FieldProps } from './Field.tsx'

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'className'> {
  options: readonly { value: string | number; label: string; disabled?: boolean }[]
  /** First row, without value. */
  placeholder?: string
}

/** The phone's own picker. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const [field, select] = fieldParts(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <select {...select} {...control} className={classes(controlStyle, 'appearance-none truncate pr-11')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-humo" />
        </span>
      )}
    </Field>
  )
}
