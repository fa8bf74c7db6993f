/** Words of tickets for those who issue and manage them. */
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import type { DeliveryState, TicketKind, TicketStatus } from '#contract/sales/ticket-desk.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { ticketStates } from '#web/features/refunds/refund-words.ts'
import { counted } from '#web/lib/numbers.ts'

export const ticketKinds: Readonly<Record<TicketKind, string>> = {
  paid: 'Comprada',
  free: 'Gratis',
  courtesy: 'Cortesía',
  in_person: 'Vendida en persona',
}

/** As lists filter them; without one, those that keep their place. */
export const statusFilters: Readonly<Record<Exclude<TicketStatus, 'Active'>, { many: string }>> = {
  ...ticketStates,
  all: { many: 'Todas' },
}

const reached: Readonly<Record<DeliveryState, string>> = {
  queued: 'por salir',
  sent: 'enviado',
  delivered: 'entregado',
  read: 'leído',
  failed: 'no salió',
}

/** How far the message with a ticket got: `WhatsApp leído`. */
export function deliveryWords(state: DeliveryState, channel?: 'mail' | 'whatsapp' | null): string {
  const message = channel === 'mail' ? 'Mail' : channel === 'whatsapp' ? 'WhatsApp' : 'Mensaje'
  return `${message} ${reached[state]}`
}

export function issuedWords({ kind, quantity, type, amount }: IssuedTickets): string {
  const tickets = counted(quantity, 'entrada', 'entradas')
  return kind === 'courtesy'
    ? `${tickets} de cortesía · ${type.name}`
    : `${tickets} · ${type.name} · ${formatMoney(toCents(amount))} cobrados en persona`
}

const CHANNELS = { mail: 'al email', whatsapp: 'al WhatsApp' } as const

export function sentWords({ sentTo, quantity }: Pick<IssuedTickets, 'sentTo' | 'quantity'>): string {
  const isOne = quantity === 1
  if (sentTo.length === 0)
    return `La persona no confirmó un email ni un WhatsApp: ${isOne ? 'la' : 'las'} encuentra en Mis entradas.`
  return `${isOne ? 'Sale' : 'Salen'} ${sentTo.map(({ channel, to }) => `${CHANNELS[channel]} ${to}`).join(' y ')}.`
}
