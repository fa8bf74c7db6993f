import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../base/classes.ts'

const marks = {
  done: 'border-yerba bg-yerba text-noche',
  failed: 'border-rojo bg-rojo text-noche',
  now: 'border-sol bg-sol',
  later: 'border-linea bg-tinta',
}
const icons = { done: Check, failed: X, now: null, later: null }

export interface TimelineStep {
  title: string
  status: keyof typeof marks
  /** Why, or when. */
  text?: ReactNode
  /** What is done about it. */
  children?: ReactNode
}

/** A story, step by step: what happened, what is under way, what follows. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map(({ title, status, text, children }, place) => {
        const Icon = icons[status]
        return (
          // A step has no other name: the same may happen twice.
          <li key={place} aria-current={status === 'now' ? 'step' : undefined} className="group flex gap-3">
            <span aria-hidden="true" className="flex flex-col items-center">
              <span className={classes('mt-0.5 grid size-5 place-items-center rounded-full border', marks[status])}>
                {Icon && <Icon className="size-3.5" />}
              </span>
              <span className="w-px flex-1 bg-linea group-last:hidden" />
            </span>
            <div className="min-w-0 flex-1 pb-4 group-last:pb-0">
              <p className={classes('font-semibold', status === 'later' && 'text-humo')}>{title}</p>
              {text && <p className="text-14 text-humo">{text}</p>}
              {children && <div className="mt-2 flex flex-col items-start gap-3">{children}</div>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
