import type { ComponentProps, MouseEvent, ReactNode } from 'react'
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
      // A field that is left says what is wrong with it, which moves a form's button from under the pointer before it is
      // let go, and nothing would be pressed: so it takes no focus from the field.
      onMouseDown={rest.type === 'submit' ? keepFocus : rest.onMouseDown}
      className={classes(buttonStyle({ tone, size, wide }), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
