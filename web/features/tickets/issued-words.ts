/** What dialogs that make tickets by hand say of their results. */
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import type { TicketKind } from '#contract/sales/ticket-desk.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { counted } from '#web/lib/numbers.ts'

export const ticketKinds: Readonly<Record<TicketKind, string>> = {
  paid: 'Comprada',
  free: 'Gratis',
  courtesy: 'Cortesía',
  in_person: 'Vendida en persona',
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
