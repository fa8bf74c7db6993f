import { useId } from 'react'
import type { Gender } from '#contract/accounts/accounts.ts'
import { classes } from '#web/ui/base/classes.ts'
import { genderChoices } from './profile-form.ts'

interface GenderFieldProps {
  value: Gender
  onChange: (gender: Gender) => void
  error?: string | undefined
}

/** One of four, by buttons. */
export function GenderField({ value, onChange }: GenderFieldProps) {
  const labelId = useId()
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-1.5">
      <span id={labelId} className="text-14 font-semibold text-papel">
        Género
      </span>
      <div className="grid grid-cols-2 gap-3">
        {genderChoices.map((choice) => {
          const isChosen = choice.value === value
          return (
            <button
              key={choice.value}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(choice.value)}
              className={classes(
                'min-h-12 rounded-card border px-3 py-2 text-16 font-semibold transition-colors duration-150',
                isChosen
                  ? 'border-papel bg-papel text-noche'
                  : 'border-borde-campo bg-mesa text-papel hover:border-humo',
              )}
            >
              {choice.label}
            </button>
          )
        })}
      </div>
    </div>
  )
}
