import { useState } from 'react'
import type { Ticket } from '#contract/sales/tickets.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import type { AddDrinksDialog } from './AddDrinksDialog.tsx'

/** Adds drinks to a ticket. The dialog loads at the first use; if it cannot load, the ticket stays visible. */
export function useAddDrinks() {
  const [asked, setAsked] = useState<{ readonly ticket: Ticket; readonly Dialog: typeof AddDrinksDialog }>()
  return {
    async ask(ticket: Ticket) {
      try {
        const { AddDrinksDialog: Dialog } = await import('./AddDrinksDialog.tsx')
        setAsked({ ticket, Dialog })
      } catch {
        showToast('Para sumar bebidas hace falta conexión', 'error')
      }
    },
    dialog: asked && <asked.Dialog ticket={asked.ticket} onClose={() => setAsked(undefined)} />,
  }
}
