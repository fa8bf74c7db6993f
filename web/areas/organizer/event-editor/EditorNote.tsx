import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

interface EditorNoteProps {
  tone?: 'info' | 'warning'
  children: ReactNode
  action?: ReactNode
}

/** Something to know while editing, where it matters. Announced when it appears. */
export function EditorNote({ tone = 'info', children, action }: EditorNoteProps) {
  const Icon = tone === 'warning' ? TriangleAlert : Info
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-linea bg-mesa px-4 py-3 text-14"
    >
      <Icon
        aria-hidden="true"
        className={classes('size-5 shrink-0 self-start', tone === 'warning' ? 'text-sol' : 'text-celeste')}
      />
      <div className="min-w-48 flex-1">{children}</div>
      {action}
    </div>
  )
}
