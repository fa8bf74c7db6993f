import type { ReactNode } from 'react'
import { classes } from '#web/ui/base/classes.ts'

export interface TicketStubProps {
  /** Above the perforation: the flyer with the name, a title. */
  head: ReactNode
  /** Below it, on paper. */
  children: ReactNode
  className?: string
}

/** A ticket of paper: perforation and two notches. Only where a ticket is meant. */
export function TicketStub({ head, children, className }: TicketStubProps) {
  return (
    <article className={classes('overflow-hidden rounded-sheet bg-papel text-noche', className)}>
      <div className="overflow-hidden">{head}</div>
      <div aria-hidden="true" className="relative h-0">
        <span className="absolute -top-2.5 -left-2.5 size-5 rounded-full bg-noche" />
        <span className="absolute -top-2.5 -right-2.5 size-5 rounded-full bg-noche" />
        <span className="absolute inset-x-4 -top-px border-t-2 border-dashed border-humo" />
      </div>
      <div className="p-5">{children}</div>
    </article>
  )
}
