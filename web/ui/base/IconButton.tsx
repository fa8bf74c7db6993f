import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for those who do not see the icon. */
  label: string
}

/** A round 44 px button with an icon alone. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors duration-150',
        'hover:bg-current/12 disabled:cursor-not-allowed disabled:opacity-55',
        className,
      )}
    >
      {children}
    </button>
  )
}
