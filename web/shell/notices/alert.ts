/** The one alert of the page (rule R16.6): opened from anywhere, drawn by `AlertHost`. */
import type { AlertType } from '#web/ui/overlays/AlertDialog.tsx'

export interface AlertState {
  isOpen: boolean
  type: AlertType
  title: string
  message: string
  autoClose: boolean
  autoCloseDelay: number
}

interface AlertOptions {
  autoClose?: boolean
  /** Milliseconds. */
  autoCloseDelay?: number
}

/** Rule R16.6. */
const AUTO_CLOSE_MILLISECONDS = 5000

let state: AlertState = {
  isOpen: false,
  type: 'info',
  title: '',
  message: '',
  autoClose: false,
  autoCloseDelay: AUTO_CLOSE_MILLISECONDS,
}
const listeners = new Set<() => void>()

function set(next: AlertState): void {
  state = next
  for (const listener of listeners) listener()
}

function open(type: AlertType) {
  return (
    title: string,
    message: string,
    { autoClose = false, autoCloseDelay = AUTO_CLOSE_MILLISECONDS }: AlertOptions = {},
  ) => set({ isOpen: true, type, title, message, autoClose, autoCloseDelay })
}

export const alert = {
  error: open('error'),
  success: open('success'),
  warning: open('warning'),
  info: open('info'),
  close: () => set({ ...state, isOpen: false }),
  current: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
