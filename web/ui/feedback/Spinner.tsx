import { classes } from '../base/classes.ts'

/** A turning ring. With a `label` it is announced; without one the surrounding text must say what is loading. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2', className)} role={label ? 'status' : undefined}>
      <span
        aria-hidden="true"
        className="size-5 shrink-0 animate-turn rounded-full border-2 border-current border-t-transparent"
      />
      {label && <span>{label}</span>}
    </span>
  )
}
