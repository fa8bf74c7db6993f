import { useState } from 'react'
import type { Ticket } from '#contract/sales/tickets.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import type { TransferDialog } from './TransferDialog.tsx'

/**
 * Transfers a ticket. The dialog is mounted outside the ticket's list, since the ticket leaves it after the transfer. It loads
 * at the first use; if it cannot load, the ticket stays visible.
 */
export function useTransfer() {
  const [asked, setAsked] = useState<{ readonly ticket: Ticket; readonly Dialog: typeof TransferDialog }>()
  return {
    async ask(ticket: Ticket) {
      try {
        const { TransferDialog: Dialog } = await import('./TransferDialog.tsx')
        setAsked({ ticket, Dialog })
      } catch {
        // Without network it was never fetched; with it, the page is loaded again by itself.
        showToast('Para transferirla hace falta conexión', 'error')
      }
    },
    dialog: asked && <asked.Dialog ticket={asked.ticket} onClose={() => setAsked(undefined)} />,
  }
}
