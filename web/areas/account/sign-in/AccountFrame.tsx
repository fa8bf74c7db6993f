import type { ReactNode } from 'react'
import { Particles } from '#web/features/brand/Particles.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { classes } from '#web/ui/base/classes.ts'

interface AccountFrameProps {
  title: ReactNode
  /** A line under the title. */
  lead: ReactNode
  children: ReactNode
}

/** The page of the ways in: words at the left, form at the right; one under the other where the words would break. */
export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  return (
    <div className="relative md:min-h-dvh">
      <Particles className="max-md:opacity-50" />
      <div className="column relative grid gap-8 pt-24 pb-20 max-lg:mx-auto max-lg:max-w-xl lg:grid-cols-[1fr_minmax(0,28rem)] lg:items-start lg:gap-16 lg:pt-28">
        <header className="lg:sticky lg:top-[28dvh] lg:pb-40">
          <h1 className="display text-34 md:text-48 xl:text-72">{title}</h1>
          <p className="mt-3 max-w-md text-16 text-humo lg:mt-5 lg:text-18">{lead}</p>
        </header>
        <Card className="p-5 md:p-8">{children}</Card>
      </div>
    </div>
  )
}

interface OtherWayProps {
  question: string
  to: string
  state?: object
  className?: string
  children: string
}

/** A question under a form, and the screen for those who answer it with yes. */
export function OtherWay({ question, to, state, className, children }: OtherWayProps) {
  return (
    <p className={classes('text-14 text-humo', className)}>
      {question}{' '}
      <ScreenLink to={to} state={state} className="font-semibold">
        {children}
      </ScreenLink>
    </p>
  )
}
