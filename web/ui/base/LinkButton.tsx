import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonLook } from './button-style.ts'
import { classes } from './classes.ts'

type LinkButtonProps = ComponentProps<'a'> & ButtonLook

/** A link that looks like a button; to a screen of ours it is `ScreenButton`. */
export function LinkButton({ tone, size, wide, narrow, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={classes(buttonStyle({ tone, size, wide, narrow }), className)}>
      {children}
    </a>
  )
}
