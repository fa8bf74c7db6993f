import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type BadgeTone = 'neutral' | 'celeste' | 'sol' | 'yerba' | 'rojo'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-mesa-2 text-papel',
  celeste: 'bg-celeste text-sobre-celeste',
  sol: 'bg-sol text-noche',
  yerba: 'bg-yerba text-noche',
  rojo: 'bg-rojo text-noche',
}

/** A short state: «Agotada», «Publicado». */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-1 text-12 font-bold',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
