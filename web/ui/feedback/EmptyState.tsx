import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  /** What this place is for. */
  title: string
  /** The next step, in words. */
  children?: ReactNode
  /** The next step, as a button. */
  action?: ReactNode
}

/** The face of a list that has nothing yet. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-linea px-6 py-12 text-center">
      {icon && <span className="text-humo">{icon}</span>}
      <h2 className="text-18 font-bold text-balance text-papel">{title}</h2>
      {children && <div className="max-w-md text-balance text-humo">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
