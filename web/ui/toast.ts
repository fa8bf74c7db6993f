/** One toast at a time, 5 s (product.md §9). `ToastHost` draws it; the shell holds the only one. */
export interface Toast {
  tone: 'success' | 'error' | 'info'
  message: string
}

export const TOAST_MILLISECONDS = 5000

let current: (Toast & { shownFor: number }) | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let count = 0
const listeners = new Set<() => void>()

function set(next: typeof current) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a message for `milliseconds`, in the place of whatever was shown. */
export function showToast(message: string, tone: Toast['tone'] = 'info', milliseconds = TOAST_MILLISECONDS): void {
  clearTimeout(timer)
  count += 1
  set({ tone, message, shownFor: count })
  timer = setTimeout(hideToast, milliseconds)
}

export function hideToast(): void {
  clearTimeout(timer)
  set(null)
}

export function currentToast() {
  return current
}

/** Hears every change; gives the way to stop hearing. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
