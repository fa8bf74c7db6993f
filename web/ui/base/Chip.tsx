import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { LentLook } from './LentLook.tsx'

export interface ChipProps extends ComponentProps<'button'> {
  /** The filter is on. */
  selected?: boolean
  /** Lends its look to its only child, for example a link. */
  asChild?: boolean
}

/** A filter that is on or off. Drawn 32 px tall inside a 44 px target. */
export function Chip({ selected = false, asChild = false, className, ...rest }: ChipProps) {
  const look = classes(
    'relative inline-flex min-h-8 items-center rounded-full px-3 text-14 font-semibold whitespace-nowrap no-underline',
    "transition-colors duration-150 before:absolute before:-inset-x-1 before:-inset-y-1.5 before:content-['']",
    selected ? 'bg-papel text-noche' : 'bg-mesa text-humo hover:bg-mesa-2 hover:text-papel',
    className,
  )
  if (asChild) return <LentLook {...rest} className={look} />
  return <button type="button" {...rest} aria-pressed={selected} className={look} />
}
