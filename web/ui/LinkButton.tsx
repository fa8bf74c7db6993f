import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonSize, type ButtonTone } from './button-style.ts'
import { classes } from './classes.ts'

export interface LinkButtonProps extends ComponentProps<'a'> {
  tone?: ButtonTone
  size?: ButtonSize
  wide?: boolean
  /** Lends its look to its only child, for example the router's link. */
  asChild?: boolean
}

/** A link that looks like a button. */
export function LinkButton({ tone, size, wide, asChild = false, className, ...rest }: LinkButtonProps) {
  const Anchor = asChild ? Slot.Root : 'a'
  return <Anchor {...rest} className={classes(buttonStyle({ tone, size, wide }), className)} />
}
