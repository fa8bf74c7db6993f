import { classes } from '../base/classes.ts'

/** A grey shape where content will be; give it the size of what it stands for: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse-soft rounded-card bg-mesa', className)} />
}
