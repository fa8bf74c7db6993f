import type { ComponentProps, ReactNode } from 'react'
import { buttonStyle, type ButtonSize, type ButtonTone } from './button-style.ts'
import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: ButtonSize
  /** Fills its line. */
  wide?: boolean
  /** Work under way: disabled, with a spinner before the text. */
  busy?: boolean
  icon?: ReactNode
}

export function Button({ tone, size, wide, busy = false, icon, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonStyle({ tone, size, wide }), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
