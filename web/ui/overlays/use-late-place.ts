/** The keyboard's place in a dialog whose content comes, or changes, after it was opened. */
import { useEffect, type RefObject } from 'react'

const PLACE = '[data-initial-focus]'

/**
 * A `data-initial-focus` that appears later takes the focus, with what was typed while there was none; a control that goes
 * away gives it to the title. Whatever holds the focus keeps it, and a press or Tab that leaves a control goes where it was going: an
 * error that is drawn on the way finds the focus nowhere for a moment.
 */
export function useLatePlace(element: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const dialog = element.current
    if (!dialog || !isOpen) return
    let typed = ''
    let held: Element | null = document.activeElement

    function hold({ target }: FocusEvent) {
      if (target instanceof Element) held = target
    }

    function isGone(control: Element | null): boolean {
      return !control?.isConnected || control.matches(':disabled') || control.closest('[hidden]') !== null
    }

    function collect(event: KeyboardEvent) {
      const isHeld = event.target !== dialog && event.target !== dialog?.querySelector('h2')
      if (isHeld || event.ctrlKey || event.metaKey || event.altKey || dialog?.querySelector(PLACE)) return
      if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else if (event.key.length === 1) typed += event.key
    }

    function settle(changes: readonly MutationRecord[]) {
      // A question above it has the focus, and gives it back.
      if (!dialog?.isConnected || dialog.querySelector('dialog[open]')) return
      const { activeElement } = document
      const heading = dialog.querySelector('h2')
      const isLost = activeElement === null || activeElement === document.body || activeElement === dialog
      if (!isLost && activeElement !== heading) return
      const place = dialog.querySelector<HTMLElement>(PLACE)
      if (place && changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(place)))) {
        place.focus()
        fill(place, typed)
        typed = ''
      } else if (isLost && isGone(held)) heading?.focus()
    }

    const observer = new MutationObserver(settle)
    observer.observe(dialog, { childList: true, subtree: true })
    dialog.addEventListener('keydown', collect)
    dialog.addEventListener('focusin', hold)
    return () => {
      observer.disconnect()
      dialog.removeEventListener('keydown', collect)
      dialog.removeEventListener('focusin', hold)
    }
  }, [element, isOpen])
}

/** As if it had been typed there. */
function fill(place: HTMLElement, typed: string): void {
  if (
    typed === '' ||
    !(place instanceof HTMLInputElement) ||
    place.value !== '' ||
    !['text', 'search', 'tel'].includes(place.type)
  )
    return
  // Past React, which takes a value that it set itself for no change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(place, typed)
  place.dispatchEvent(new Event('input', { bubbles: true }))
}
