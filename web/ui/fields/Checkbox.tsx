import { Check } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import { FieldError } from './Field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string
}

/** A checkbox with its label; the whole line is clickable. */
export function Checkbox({ label, hint, error, className, id, ...input }: CheckboxProps) {
  const generated = useId()
  const controlId = id ?? generated
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <div className="flex min-h-11 items-center gap-3">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...input}
            id={controlId}
            type="checkbox"
            aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
            aria-invalid={error ? true : undefined}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-[6px] border border-borde-campo bg-mesa transition-colors duration-150 checked:border-celeste checked:bg-celeste aria-invalid:border-rojo disabled:opacity-55"
          />
          <Check
            className="pointer-events-none relative size-4 text-sobre-celeste opacity-0 peer-checked:opacity-100"
            strokeWidth={3.5}
          />
        </span>
        <label
          htmlFor={controlId}
          className="flex min-h-11 min-w-0 flex-1 flex-col justify-center py-2 text-16 text-papel"
        >
          <span>{label}</span>
          {hint && (
            <span id={hintId} className="block text-14 text-humo">
              {hint}
            </span>
          )}
        </label>
      </div>
      <FieldError id={errorId} message={error} />
    </div>
  )
}
