import type { ReactNode } from 'react'
import { classes } from '#web/ui/base/classes.ts'

/** What was read before, dimmed until newer data comes. */
export function Dimmed({
  isStale,
  className,
  children,
}: {
  isStale: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div aria-busy={isStale} className={classes('transition-opacity', isStale && 'opacity-60', className)}>
      {children}
    </div>
  )
}
