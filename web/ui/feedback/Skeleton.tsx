import { classes } from '../base/classes.ts'

interface SkeletonProps {
  className?: string
  /** What is on its way, for screen readers; left out inside of something that announces the wait. */
  label?: string
}

/** A grey shape where content will be, of the same size: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className, label }: SkeletonProps) {
  const shape = (
    <span aria-hidden="true" className={classes('block animate-pulse-soft rounded-card bg-mesa', className)} />
  )
  if (label === undefined) return shape
  return (
    <div role="status" aria-label={label}>
      {shape}
    </div>
  )
}
