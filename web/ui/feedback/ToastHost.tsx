import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '../base/Button.tsx'
import { classes } from '../base/classes.ts'
import { IconButton } from '../base/IconButton.tsx'
import { currentToast, hideToast, onToast } from './toast.ts'

const faces = {
  success: { Icon: CircleCheck, text: 'text-yerba' },
  error: { Icon: CircleX, text: 'text-rojo' },
  info: { Icon: Info, text: 'text-celeste' },
}

interface ToastHostProps {
  /** The modal dialog that contains it; content outside an open one is inert. */
  dialog?: string
}

/** Where toasts appear and are announced. */
export function ToastHost({ dialog }: ToastHostProps) {
  const toast = useSyncExternalStore(
    onToast,
    () => currentToast(dialog),
    () => null,
  )
  const face = toast && faces[toast.tone]
  const host = useRef<HTMLDivElement>(null)
  const shownFor = toast?.shownFor
  useEffect(() => {
    const element = host.current
    if (shownFor === undefined || !element || !('showPopover' in element)) return
    // The browser's top layer, the last to come on top: a dialog that is open must not hide it.
    element.showPopover()
    return () => element.hidePopover()
  }, [shownFor])
  return (
    <div
      ref={host}
      popover="manual"
      aria-live="polite"
      aria-atomic="true"
      className={classes(
        'pointer-events-none fixed inset-x-0 z-50 flex w-full max-w-none justify-center overflow-visible bg-transparent px-4 text-papel print:hidden',
        // Over the bar on phones and in a corner elsewhere: fields and buttons are in between.
        'top-0 bottom-auto pt-[max(0.5rem,env(safe-area-inset-top))]',
        'md:top-auto md:bottom-(--bottom-bar) md:justify-end md:pt-0 md:pb-6',
      )}
    >
      {toast && face && (
        <div
          key={toast.shownFor}
          className="pointer-events-auto flex max-w-md animate-rise items-center gap-3 rounded-card border border-linea bg-mesa-2 py-1.5 pr-1.5 pl-4 shadow-overlay"
        >
          <face.Icon aria-hidden="true" className={classes('size-5 shrink-0', face.text)} />
          <p className="flex-1 text-14 font-semibold">{toast.message}</p>
          {toast.undo && (
            <Button
              tone="quiet"
              size="s"
              onClick={() => {
                hideToast()
                toast.undo?.()
              }}
            >
              Deshacer
            </Button>
          )}
          <IconButton label="Cerrar el aviso" onClick={hideToast}>
            <X className="size-4" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
