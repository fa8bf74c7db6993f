import { useId, type ReactNode } from 'react'
import { Card } from './Card.tsx'
import { classes } from './classes.ts'

const looks = { title: 'text-18 font-bold', eyebrow: 'eyebrow text-sol', display: 'display text-22' }

export interface SectionProps {
  title: ReactNode
  look?: keyof typeof looks
  /** A line under the heading. */
  hint?: ReactNode
  /** At the end of the heading's line: a button, a state. */
  action?: ReactNode
  /** Where an address or a button may scroll to. */
  id?: string
  /** Drawn on a card. */
  card?: boolean
  /** Places the section; it does not change its look. */
  className?: string | undefined
  children?: ReactNode
}

/** A part of a screen under its heading, which names it for screen readers. */
export function Section({ title, look = 'title', hint, action, card = false, children, ...place }: SectionProps) {
  const titleId = useId()
  const section = (
    <section
      id={place.id}
      aria-labelledby={titleId}
      className={classes('flex min-w-0 flex-col', card ? 'gap-4 p-5' : 'gap-3', place.className)}
    >
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={titleId} className={classes('min-w-0 wrap-anywhere', looks[look])}>
            {title}
          </h2>
          {action}
        </div>
        {hint && <p className="mt-1 text-14 wrap-anywhere text-humo">{hint}</p>}
      </div>
      {children}
    </section>
  )
  return card ? <Card asChild>{section}</Card> : section
}
