import type { ReactNode } from 'react'

export interface PageHeaderProps {
  eyebrow?: ReactNode
  title: ReactNode
  /** The page's one main action. */
  action?: ReactNode
}

/** Title of a screen with its one main action. */
export function PageHeader({ eyebrow, title, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {eyebrow && <p className="eyebrow mb-1 text-sol">{eyebrow}</p>}
        <h1 className="display text-28 md:text-34">{title}</h1>
      </div>
      {action}
    </header>
  )
}
