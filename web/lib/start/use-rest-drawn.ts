import { startTransition, useEffect, useState } from 'react'

/** By its address or a link. Who comes back or reloads is at a place of the page that must be there. */
const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[] // entries of this type
let isFirstDraw = opened?.type === 'navigate'

/**
 * Whether to draw what is below the first screen of a phone. False for the first thing that is drawn after a page was opened, and true
 * right after it: a slow phone answers before it has drawn what is out of sight.
 */
export function useRestDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(!isFirstDraw)
  useEffect(() => {
    isFirstDraw = false
    startTransition(() => setDrawn(true))
  }, [])
  return isDrawn
}
