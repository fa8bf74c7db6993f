import { useLayoutEffect, useState, type RefObject } from 'react'

/** How wide an element is drawn, in whole pixels; 0 until that is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    setWidth(element.current.clientWidth)
    return () => observer.disconnect()
  }, [element])
  return width
}
