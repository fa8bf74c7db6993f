import { Minus, Plus } from 'lucide-react'
import { classes } from '../base/classes.ts'

export interface StepperProps {
  /** What is counted, for those who do not see it: «General». */
  label: string
  value: number
  min?: number
  max: number
  onChange: (value: number) => void
  className?: string
}

/** − n +, with 44 px targets. At a limit the button stays but does nothing more. */
export function Stepper({ label, value, min = 0, max, onChange, className }: StepperProps) {
  const step =
    'inline-flex size-11 items-center justify-center rounded-full transition-colors duration-150 aria-disabled:opacity-40'
  return (
    <div role="group" aria-label={label} className={classes('inline-flex items-center gap-3', className)}>
      <button
        type="button"
        aria-label={`Quitar una: ${label}`}
        // Not `disabled`, which would take the keyboard's place away at the limit.
        aria-disabled={value <= min}
        onClick={() => onChange(Math.max(min, value - 1))}
        className={classes(step, 'bg-mesa-2 text-papel')}
      >
        <Minus className="size-4" />
      </button>
      <output translate="no" aria-live="polite" className="min-w-6 text-center text-18 font-bold">
        {value}
      </output>
      <button
        type="button"
        aria-label={`Agregar una: ${label}`}
        aria-disabled={value >= max}
        onClick={() => onChange(Math.min(max, value + 1))}
        className={classes(step, 'bg-celeste text-sobre-celeste')}
      >
        <Plus className="size-4" />
      </button>
    </div>
  )
}
