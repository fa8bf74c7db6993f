import { Check } from 'lucide-react'
import type { Regret } from '#contract/regrets.ts'
import { regretSteps, type RegretStep } from '#web/features/regrets/regret-words.ts'
import { classes } from '#web/ui/base/classes.ts'

const marks: Readonly<Record<RegretStep['status'], string>> = {
  done: 'border-yerba bg-yerba text-noche',
  now: 'border-sol bg-sol text-noche',
  later: 'border-linea bg-tinta',
}

/** How far a regret has come. */
export function RegretTimeline({ regret }: { regret: Regret }) {
  const steps = regretSteps(regret)
  return (
    <ol aria-label="Cómo va" className="flex flex-col">
      {steps.map(({ title, text, status }, place) => (
        <li key={title} aria-current={status === 'now' ? 'step' : undefined} className="flex gap-3">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span
              className={classes(
                'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border',
                marks[status],
              )}
            >
              {status === 'done' && <Check className="size-3.5" />}
            </span>
            {place < steps.length - 1 && <span className="w-px flex-1 bg-linea" />}
          </span>
          <div className="min-w-0 pb-4">
            <p className={classes('font-semibold', status === 'later' && 'text-humo')}>{title}</p>
            <p className="text-14 text-humo">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
