import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonStyle, type ButtonLook } from './button-style.ts'
import { classes } from './classes.ts'
import { Spinner } from '../feedback/Spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work under way, with a spinner before the text: keeps the focus, and presses do nothing. */
  busy?: boolean
  icon?: ReactNode
  /** On phones the icon alone; its words stay for those who do not see it. */
  iconOnPhones?: boolean
}

export function Button(props: ButtonProps) {
  const { tone, size, wide, narrow, busy = false, icon, iconOnPhones, className, children, disabled, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      // A field that is left says what is wrong with it, which moves a form's button from under the pointer before it is
      // let go, and nothing would be pressed: so it takes no focus from the field.
      onMouseDown={rest.type === 'submit' ? keepFocus : rest.onMouseDown}
      className={classes(
        buttonStyle({ tone, size, wide, narrow }),
        iconOnPhones && 'max-sm:w-14 max-sm:px-0',
        className,
      )}
      disabled={disabled}
      onClick={busy ? ignorePress : rest.onClick}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {iconOnPhones ? <span className="max-sm:sr-only">{children}</span> : children}
    </button>
  )
}

/** A press submits nothing either, nor does the form's Enter, which presses its button. */
function ignorePress(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
