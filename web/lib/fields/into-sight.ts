/** Puts the focus on a field and brings it to the middle: WebKit knows no bars, and leaves a focused field under them. */
export function bringIntoSight(field: HTMLElement | null): void {
  if (!field) return
  const hiding = field.closest('details')
  if (hiding) hiding.open = true
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}

/** The same for the field that a form gives the focus to in this moment. */
export function bringFocusedIntoSight(): void {
  setTimeout(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement !== document.body) bringIntoSight(activeElement)
  })
}
