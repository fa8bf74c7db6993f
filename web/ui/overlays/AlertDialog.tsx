import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../base/Button.tsx'
import { classes } from '../base/classes.ts'
import { Dialog } from './Dialog.tsx'
import { usePausableTimer } from '../feedback/use-pausable-timer.ts'

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
  const [isPointed, setIsPointed] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  // The timer pauses while the pointer or the focus is in the dialog.
  const isPaused = isPointed || isHeld
  usePausableTimer({ isRunning: open && autoClose, isPaused, milliseconds: autoCloseDelay, onEnd: onClose })

  const { Icon, text, bar } = faces[type]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      onPointed={setIsPointed}
      onHeld={setIsHeld}
      actions={
        <Button onClick={onClose} wide {...(!autoClose && { 'data-initial-focus': true })}>
          Entendido
        </Button>
      }
    >
      {/* One that closes by itself begins at its words: the focus on a control is what holds it. */}
      <p className="flex gap-3 text-humo" {...(autoClose && { tabIndex: -1, 'data-initial-focus': true })}>
        <Icon className={classes('mt-0.5 size-6 shrink-0', text)} />
        <span>{message}</span>
      </p>
      {autoClose && (
        <span aria-hidden="true" className="mt-4 block h-1 overflow-hidden rounded-full bg-mesa-2">
          <span
            className={classes('countdown block h-full origin-left animate-shrink', bar)}
            style={{ animationDuration: `${autoCloseDelay}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
          />
        </span>
      )}
    </Dialog>
  )
}
