import { useId, type ReactNode, type Ref } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { classes } from '../base/classes.ts'
import { FieldError } from './Field.tsx'

export interface CheckboxGroupProps<Value extends string> {
  label: string
  /** For screen readers alone, where what is above says it. */
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
  /** Those that are ticked. */
  value: readonly Value[]
  /** In the order of the options. */
  onChange: (value: Value[]) => void
  name?: string
  onBlur?: () => void
  /** The first box, which takes the focus of a problem. */
  ref?: Ref<HTMLInputElement>
  className?: string
}

/** Any of a few. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, isLabelHidden = false, hint, error, options, value, onChange, name, onBlur, ref, className } = props
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined} className={classes('flex min-w-0 flex-col gap-1', className)}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-14 font-semibold'}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-14 text-humo">
          {hint}
        </p>
      )}
      {options.map((option, index) => (
        <Checkbox
          key={option.value}
          ref={index === 0 ? ref : undefined}
          name={name}
          label={option.label}
          hint={option.hint}
          disabled={option.disabled}
          checked={value.includes(option.value)}
          onBlur={onBlur}
          onChange={({ target }) =>
            onChange(
              options
                .map((each) => each.value)
                .filter((each) => (each === option.value ? target.checked : value.includes(each))),
            )
          }
        />
      ))}
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
