import { useId, type ReactNode, type Ref } from 'react'
import { classes } from '../base/classes.ts'
import { FieldError } from './Field.tsx'

export interface RadioGroupProps<Value extends string> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
  value: Value | null
  onChange: (value: Value) => void
  /** For a form that names its fields. */
  name?: string
  onBlur?: () => void
  /** Of what the focus goes to: the one that is chosen, or the first. */
  ref?: Ref<HTMLInputElement>
  className?: string
}

/** One of a few, all in sight; what is chosen looks chosen. The browser brings the arrows. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hint, error, options, value, onChange, name, onBlur, ref, className } = props
  const id = useId()
  const reached = options.find((option) => option.value === value) ?? options[0]
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined} className={classes('flex min-w-0 flex-col gap-2', className)}>
      <legend className="mb-1.5 text-14 font-semibold">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1.5 text-14 text-humo">
          {hint}
        </p>
      )}
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-12 cursor-pointer items-start gap-3 rounded-card border border-borde-campo bg-mesa px-4 py-3 transition-colors duration-150 hover:border-humo has-checked:border-celeste has-checked:bg-mesa-2 has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-celeste"
        >
          <input
            ref={option === reached ? ref : undefined}
            type="radio"
            name={name ?? id}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border-2 border-borde-campo outline-none checked:border-6 checked:border-celeste"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{option.label}</span>
            {option.hint && <span className="block text-14 text-humo">{option.hint}</span>}
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
