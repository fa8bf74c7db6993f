import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonLook } from './button-style.ts'
import { classes } from './classes.ts'

export interface LinkButtonProps extends ComponentProps<'a'>, ButtonLook {
  /** Lends its look to its only child, for example the router's link. */
  asChild?: boolean
}

/** A link that looks like a button. */
export function LinkButton({ tone, size, wide, narrow, asChild = false, className, ...rest }: LinkButtonProps) {
  const Anchor = asChild ? Slot.Root : 'a'
  return <Anchor {...rest} className={classes(buttonStyle({ tone, size, wide, narrow }), className)} />
}
