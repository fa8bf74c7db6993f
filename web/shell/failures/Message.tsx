import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'

interface MessageProps {
  eyebrow: string
  title: string
  children: ReactNode
  action?: ReactNode
}

/** A whole screen that says one thing. */
export function Message({ eyebrow, title, children, action }: MessageProps) {
  usePageTitle(title)
  return (
    <div className="column flex min-h-[70dvh] flex-col items-start justify-center gap-5 py-28">
      <p className="eyebrow text-sol">{eyebrow}</p>
      <h1 className="display max-w-3xl text-34 md:text-48">{title}</h1>
      <div className="max-w-xl text-18 text-humo">{children}</div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}
