import type { ReactNode } from 'react'
import { ProgressBar, type ProgressBarProps } from './ProgressBar.tsx'

interface JobProgressProps extends Omit<ProgressBarProps, 'className'> {
  /** How far it is, in words; announced as it changes. */
  text: ReactNode
  /** What may be done with it. */
  children?: ReactNode
}

/** How far work is that the server does by itself. */
export function JobProgress({ text, max, children, ...bar }: JobProgressProps) {
  return (
    <div className="flex w-full flex-col gap-3">
      <p role="status" className="text-humo">
        {text}
      </p>
      <ProgressBar {...bar} max={Math.max(max, 1)} />
      {children && <div className="flex flex-wrap items-center gap-3">{children}</div>}
    </div>
  )
}
