import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/** A surface on the page. `asChild` lends its look to its only child (`section`, `article`, a link). */
export function Card({ asChild = false, className, ...rest }: ComponentProps<'div'> & { asChild?: boolean }) {
  const Surface = asChild ? Slot.Root : 'div'
  return <Surface {...rest} className={classes('rounded-card border border-linea bg-tinta', className)} />
}
