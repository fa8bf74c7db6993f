import type { ReactNode } from 'react'
import { Button } from '../base/Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  /** What will happen, and to how many. */
  children: ReactNode
  /** The act, as a verb: «Despublicar». */
  confirmLabel: string
  tone?: 'primary' | 'danger'
  busy?: boolean
  /** Something is still to be done before. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says what an act will do before it does it. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  tone = 'primary',
  busy = false,
  disabled = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      actions={
        <>
          <Button tone="secondary" onClick={onClose} disabled={busy} data-initial-focus>
            Volver
          </Button>
          <Button tone={tone} onClick={onConfirm} busy={busy} disabled={disabled}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
