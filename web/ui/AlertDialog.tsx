import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { Dialog } from './Dialog.tsx'

export type AlertType = 'error' | 'success' | 'warning' | 'info'

export interface AlertDialogProps {
  open: boolean
  type: AlertType
  title: string
  message: string
  /** Closes by itself after `autoCloseDelay` ms, with a bar that shrinks meanwhile. */
  autoClose: boolean
  autoCloseDelay: number
  onClose: () => void
}

const faces = {
  error: { Icon: CircleX, text: 'text-rojo', bar: 'bg-rojo' },
  success: { Icon: CircleCheck, text: 'text-yerba', bar: 'bg-yerba' },
  warning: { Icon: TriangleAlert, text: 'text-sol', bar: 'bg-sol' },
  info: { Icon: Info, text: 'text-celeste', bar: 'bg-celeste' },
}

/** Something that must be read: closes by its button, the backdrop, Escape, or by itself when it may. */
export function AlertDialog({ open, type, title, message, autoClose, autoCloseDelay, onClose }: AlertDialogProps) {
  useEffect(() => {
    if (!open || !autoClose) return
    const timer = setTimeout(onClose, autoCloseDelay)
    return () => clearTimeout(timer)
  }, [open, autoClose, autoCloseDelay, onClose])

  const { Icon, text, bar } = faces[type]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      actions={
        <Button onClick={onClose} wide data-initial-focus>
          Entendido
        </Button>
      }
    >
      <p className="flex gap-3 text-humo">
        <Icon aria-hidden="true" className={classes('mt-0.5 size-6 shrink-0', text)} />
        <span>{message}</span>
      </p>
      {autoClose && (
        <span aria-hidden="true" className="mt-4 block h-1 overflow-hidden rounded-full bg-mesa-2">
          <span
            className={classes('block h-full origin-left animate-shrink', bar)}
            style={{ animationDuration: `${autoCloseDelay}ms` }}
          />
        </span>
      )}
    </Dialog>
  )
}
