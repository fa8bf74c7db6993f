import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether an element scrolls sideways, because its content is wider than it. */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setOverflowing] = useState(false)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () =>
      setOverflowing(box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== 'visible')
    const observer = new ResizeObserver(measure)
    for (const each of [box, ...box.children]) observer.observe(each)
    measure()
    return () => observer.disconnect()
  }, [element])
  return isOverflowing
}
