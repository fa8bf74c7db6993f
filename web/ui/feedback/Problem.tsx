import type { ReactNode } from 'react'
import { CircleX } from 'lucide-react'
import { classes } from '../base/classes.ts'

/** Why an action failed, announced as it appears; a field's problem is under its field. */
export function Problem({ message, className }: { message: ReactNode; className?: string }) {
  if (!message) return null
  return (
    <p
      role="alert"
      className={classes(
        'flex gap-2 rounded-card border border-rojo px-4 py-3 text-14 font-semibold text-papel',
        className,
      )}
    >
      <CircleX className="size-5 shrink-0 text-rojo" />
      <span>{message}</span>
    </p>
  )
}
