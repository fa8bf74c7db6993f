import { useRef, type ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import { usePublishedHeight } from '../base/use-published-height.ts'

/** The root's text from which the bar leaves its place, at 16 px by default: 140 %. */
const LARGE_TEXT_PIXELS = 22

/** In the flow it covers nothing, and there it is where texts are large. */
function coveredHeight(element: HTMLElement): number {
  const rootPixels = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  element.toggleAttribute('data-in-flow', rootPixels >= LARGE_TEXT_PIXELS)
  return getComputedStyle(element).position === 'fixed' ? element.offsetHeight : 0
}

/**
 * The main action within the thumb's reach on a phone; what floats over the page's foot rises above
 * it, and the page's last line ends above it (the layouts leave `--bottom-bar` free). On a desktop it is in the flow
 * unless `always`, and so it is where texts are large: it would cover what is read.
 */
export function BottomBar({
  children,
  always = false,
  stretch = false,
  className,
}: {
  children: ReactNode
  always?: boolean
  /** Its button fills it. */
  stretch?: boolean
  className?: string
}) {
  const bar = useRef<HTMLDivElement>(null)
  usePublishedHeight(bar, '--bottom-bar', { measure: coveredHeight })
  return (
    <div
      ref={bar}
      className={classes(
        'fixed inset-x-0 bottom-0 z-20 border-t border-linea bg-tinta px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        'data-in-flow:static data-in-flow:mt-5 data-in-flow:border-0 data-in-flow:bg-transparent data-in-flow:p-0',
        !always && 'md:static md:border-0 md:bg-transparent md:p-0',
        stretch && '[&_button]:w-full',
        className,
      )}
    >
      {children}
    </div>
  )
}
