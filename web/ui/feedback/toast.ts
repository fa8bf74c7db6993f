/** One toast at a time, 5 s (rule R16.6). The `ToastHost` of the page draws it, or that of the modal dialog on top. */
export interface Toast {
  tone: 'success' | 'error' | 'info'
  message: string
  /** Undoes the action that it reports. */
  undo?: () => void
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

/** Shows a message in the place of whatever was shown. */
export function showToast(message: string, tone: Toast['tone'] = 'info', more: Pick<Toast, 'undo'> = {}): void {
  clearTimeout(timer)
  count += 1
  set({ tone, message, ...more, shownFor: count })
  timer = setTimeout(hideToast, TOAST_MILLISECONDS)
}

export function hideToast(): void {
  clearTimeout(timer)
  set(null)
}

/** Modal dialogs by the order of their opening: all but the last are out of reach, and so is the page. */
const dialogs: string[] = []

/** Toasts appear in this dialog from now on; gives the way to say that it closed. */
export function openToasts(dialog: string): () => void {
  dialogs.push(dialog)
  set(current)
  return () => {
    dialogs.splice(dialogs.lastIndexOf(dialog), 1)
    set(current)
  }
}

/** What is shown in this dialog, or, without one, in the page. */
export function currentToast(dialog?: string) {
  return dialogs.at(-1) === dialog ? current : null
}

/** Subscribes to every change; returns unsubscribe. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
