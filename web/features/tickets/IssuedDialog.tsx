import type { ReactNode } from 'react'
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { issuedWords, sentWords } from './issued-words.ts'

interface IssuedDialogProps {
  made: IssuedTickets
  /** Text of the button that makes more. */
  more: string
  onMore: () => void
  onClose: () => void
  /** What is left, beneath. */
  children?: ReactNode
}

/** What was made by hand, and where it goes. */
export function IssuedDialog({ made, more, onMore, onClose, children }: IssuedDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={made.quantity === 1 ? 'Entrada generada' : 'Entradas generadas'}
      actions={
        <>
          <Button tone="secondary" onClick={onMore}>
            {more}
          </Button>
          <Button data-initial-focus onClick={onClose}>
            Listo
          </Button>
        </>
      }
    >
      <p role="status" className="text-18 font-bold wrap-anywhere">
        {issuedWords(made)}
      </p>
      <p className="mt-2 text-humo wrap-anywhere">{sentWords(made)}</p>
      {children}
    </Dialog>
  )
}
