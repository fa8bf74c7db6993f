import { useEffect, useRef, type ReactNode } from 'react'

interface ResultRegionProps {
  /** The act's `isDone`. */
  isDone: boolean
  /** The result; nothing until it is there. */
  children: ReactNode
  className?: string
}

/**
 * Holds the result of an act whose button is elsewhere on the screen, perhaps out of sight by then. Once the act is done and
 * its result is there, the result comes into view and takes the focus, which the button may take with it when it goes.
 */
export function ResultRegion({ isDone, children, className }: ResultRegionProps) {
  const region = useRef<HTMLDivElement>(null)
  const isShown = isDone && Boolean(children)
  useEffect(() => {
    if (!isShown) return
    region.current?.focus({ preventScroll: true })
    region.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  return children ? (
    <div ref={region} tabIndex={-1} className={className}>
      {children}
    </div>
  ) : null
}
