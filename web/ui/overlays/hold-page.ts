/** Dialogs that are open. */
let open = 0

/** Keeps the page from scrolling under a modal dialog until the result is called. A scrollbar that takes room leaves its room free. */
export function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement
  if (open === 0 && window.innerWidth > clientWidth) style.setProperty('scrollbar-gutter', 'stable')
  if (open === 0) style.overflow = 'hidden'
  open += 1
  return () => {
    open -= 1
    if (open > 0) return
    style.removeProperty('overflow')
    style.removeProperty('scrollbar-gutter')
  }
}
