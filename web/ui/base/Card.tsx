import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { LentLook } from './LentLook.tsx'

/** A surface on the page. `asChild` lends its look to its only child (`section`, `article`, a link). */
export function Card({ asChild = false, className, ...rest }: ComponentProps<'div'> & { asChild?: boolean }) {
  const Surface = asChild ? LentLook : 'div'
  return <Surface {...rest} className={classes('rounded-card border border-linea bg-tinta', className)} />
}
