import { useState } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import type { TransferDialog } from './TransferDialog.tsx'

/**
 * Handing a ticket on. Its dialog stands outside of what shows the ticket, which is gone from there once it is somebody else's; it
 * comes with the first question, and where it cannot come the ticket stays in sight.
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
