import { formatMoment } from '#contract/values/dates.ts'
import type { DrinkVoucher, Ticket } from '#contract/sales/tickets.ts'

/** Of a paused event: what happened and what stays its holder's. */
export const PAUSED = 'El evento está en pausa: tu entrada sigue siendo tuya y vuelve a abrir la puerta cuando siga'

/** Why a ticket opens no door; null while it does. */
export function ticketNotice(
  ticket: Pick<Ticket, 'state' | 'usedAt' | 'isBarredByAge'> & {
    readonly event: Pick<Ticket['event'], 'state' | 'minimumAge'>
  },
): string | null {
  switch (ticket.state) {
    case 'valid':
      if (ticket.event.state === 'cancelled') return 'El evento se canceló: ya no abre la puerta'
      if (ticket.isBarredByAge) {
        return `Es solo para mayores de ${ticket.event.minimumAge} años: con tu fecha de nacimiento no te sirve, pero podés pasarla`
      }
      return ticket.event.state === 'inactive' ? PAUSED : null
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

/** Whether the ticket's code still gets something at the bar. */
export function hasDrinksLeft(vouchers: readonly DrinkVoucher[]): boolean {
  return vouchers.some(({ redeemedAt }) => redeemedAt === null)
}

/** Whether its code opens a door, or a bar that owes it a drink. */
export function hasOpenCode(ticket: Ticket): boolean {
  if (ticket.code === null) return false
  return ticketNotice(ticket) === null || (ticket.state === 'used' && hasDrinksLeft(ticket.vouchers))
}
