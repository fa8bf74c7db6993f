import { CircleCheck, CircleX, Clock, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../base/classes.ts'

export type NoticeTone = 'info' | 'warning' | 'waiting' | 'success' | 'danger'

const faces = {
  info: { Icon: Info, icon: 'text-celeste', box: 'border-linea bg-mesa' },
  warning: { Icon: TriangleAlert, icon: 'text-sol', box: 'border-linea bg-mesa' },
  waiting: { Icon: Clock, icon: 'text-sol', box: 'border-sol' },
  success: { Icon: CircleCheck, icon: 'text-yerba', box: 'border-linea bg-mesa' },
  danger: { Icon: CircleX, icon: 'text-rojo', box: 'border-rojo' },
}

export interface NoticeProps {
  tone?: NoticeTone
  /** How screen readers announce it: at once, in turn, or not. */
  announced?: 'alert' | 'status' | 'never'
  children: ReactNode
  /** A button or a link, at its end or under it. */
  action?: ReactNode
  className?: string
}

/** Something to know, where it matters. */
export function Notice({ tone = 'info', announced = 'status', children, action, className }: NoticeProps) {
  const { Icon, icon, box } = faces[tone]
  return (
    <div
      role={announced === 'never' ? undefined : announced}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border px-4 py-3 text-14',
        box,
        className,
      )}
    >
      <Icon className={classes('size-5 shrink-0 self-start', icon)} />
      <div className="min-w-[min(12rem,100%)] flex-1">{children}</div>
      {action}
    </div>
  )
}
