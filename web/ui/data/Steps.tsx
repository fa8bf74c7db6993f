import { Check } from 'lucide-react'
import { cloneElement, type ReactElement } from 'react'
import { classes } from '../base/classes.ts'
import { LentLook } from '../base/LentLook.tsx'

export interface StepsProps {
  /** What they lead to: «Publicar tu evento». */
  label: string
  /** `link` leads back to a step that was done (`<Link to=…/>`); its content is filled in. */
  steps: readonly { key: string; label: string; link?: ReactElement }[]
  /** Key of the one that is being done; those before it are done. */
  current: string
}

/** How far one is in something that takes several steps: a bar with the step's name on a phone, all of them on a desktop. */
export function Steps({ label, steps, current }: StepsProps) {
  const at = steps.findIndex(({ key }) => key === current)
  return (
    <nav aria-label={label} className="mb-6">
      <p className="mb-2 text-14 text-humo md:hidden">
        Paso {at + 1} de {steps.length} · <b className="text-papel">{steps[at]?.label}</b>
      </p>
      <ol className="flex gap-1.5 md:gap-4">
        {steps.map((step, index) => {
          const isDone = index < at
          const words = (
            <>
              <span
                aria-hidden="true"
                className={classes(
                  'grid size-7 shrink-0 place-items-center rounded-full text-14 font-bold',
                  isDone
                    ? 'bg-yerba text-noche'
                    : index === at
                      ? 'bg-celeste text-sobre-celeste'
                      : 'bg-mesa-2 text-humo',
                )}
              >
                {isDone ? <Check className="size-4" strokeWidth={3} /> : index + 1}
              </span>
              <span>{step.label}</span>
              {isDone && <span className="sr-only"> (listo)</span>}
            </>
          )
          const look = 'flex min-h-11 items-center gap-2 text-14 font-semibold no-underline max-md:hidden'
          return (
            <li key={step.key} aria-current={index === at ? 'step' : undefined} className="flex-1 md:flex-none">
              <span
                aria-hidden="true"
                className={classes('block h-1.5 rounded-full md:hidden', index <= at ? 'bg-celeste' : 'bg-mesa-2')}
              />
              {isDone && step.link ? (
                <LentLook className={look}>{cloneElement(step.link, undefined, words)}</LentLook>
              ) : (
                <span className={classes(look, index > at && 'text-humo')}>{words}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
