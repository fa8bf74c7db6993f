import { Children, cloneElement, type ComponentProps, type ReactElement } from 'react'
import { classes } from './classes.ts'

/** Lends its look and attributes to its only child, which keeps its own where both have one. */
export function LentLook({ children, className, ...rest }: ComponentProps<'span'>) {
  const child = Children.only(children) as ReactElement<{ className?: string }> // `only` throws on what is none
  return cloneElement(child, { ...rest, ...child.props, className: classes(className, child.props.className) })
}
