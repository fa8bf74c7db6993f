import { useState } from 'react'
import { firstLetter } from '#contract/values/first-letter.ts'
import { classes } from './classes.ts'

interface AvatarProps {
  /** Address of the picture, if there is one. */
  src: string | null
  name: string
  alt?: string
  className: string
  /** The look of the letter and of what is behind it. */
  letterClassName: string
}

/** A person's picture, or the first letter of their name without one or while it cannot load. */
export function Avatar({ src, name, alt = '', className, letterClassName }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const shape = classes('shrink-0 rounded-full', className)
  if (src !== null && src !== failed) {
    return <img src={src} alt={alt} className={classes(shape, 'object-cover')} onError={() => setFailed(src)} />
  }
  return (
    <span aria-hidden="true" className={classes(shape, 'grid place-items-center uppercase', letterClassName)}>
      {firstLetter(name) || '?'}
    </span>
  )
}
