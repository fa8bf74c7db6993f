import { formatMoment } from '#contract/dates.ts'
import type { Ticket } from '#contract/tickets.ts'

/** Why a ticket no longer opens the door; null while it does. */
export function ticketNotice(
  ticket: Pick<Ticket, 'state' | 'usedAt'> & { readonly event: Pick<Ticket['event'], 'state'> },
): string | null {
  switch (ticket.state) {
    case 'valid':
      return ticket.event.state === 'cancelled' ? 'El evento se canceló: ya no abre la puerta' : null
    case 'used':
      return ticket.usedAt ? `Ingresó el ${formatMoment(ticket.usedAt)}` : 'Ya se usó para ingresar'
    case 'refunded':
      return 'Esta entrada se devolvió'
    case 'suspended':
      return 'Su plata se está devolviendo o está en disputa: por ahora no abre la puerta'
    case 'cancelled':
      return 'Esta entrada se canceló'
    case 'expired':
      return 'El evento ya pasó'
  }
}
