import { useLayoutEffect, type RefObject } from 'react'

/** A custom property of the page: how much of it something takes, in pixels; `ui/tokens.css` says where the page leaves that free. */
type HeightName = '--bottom-bar' | '--hold-bar' | '--offline-bar' | '--notices'

const heightOf = (element: HTMLElement) => element.offsetHeight

/** Publishes an element's height, however many lines it takes, for as long as it is shown; `measure` says how much of it counts. */
export function usePublishedHeight(
  box: RefObject<HTMLElement | null>,
  name: HeightName,
  { isShown = true, measure = heightOf }: { isShown?: boolean; measure?: (element: HTMLElement) => number } = {},
): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!isShown || !element) return
    const { style } = document.documentElement
    const publish = () => style.setProperty(name, `${measure(element)}px`)
    const observer = new ResizeObserver(publish)
    observer.observe(element)
    publish()
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [box, name, isShown, measure])
}
