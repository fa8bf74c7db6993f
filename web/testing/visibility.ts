import { vi } from 'vitest'

/** The tab is hidden behind another, or shown again. */
export function showTab(isShown: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isShown ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}
