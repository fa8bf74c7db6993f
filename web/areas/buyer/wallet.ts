import type { Ticket } from '#contract/sales/tickets.ts'

/** Tickets grouped by their event, in the order in which the events first appear; those still good come first. */
export function byEvent(tickets: readonly Ticket[]): { event: Ticket['event']; tickets: Ticket[] }[] {
  const groups = new Map<string, { event: Ticket['event']; tickets: Ticket[] }>()
  for (const ticket of tickets) {
    const group = groups.get(ticket.event.id) ?? { event: ticket.event, tickets: [] }
    group.tickets.push(ticket)
    groups.set(ticket.event.id, group)
  }
  for (const group of groups.values())
    group.tickets.sort((a, b) => Number(b.state === 'valid') - Number(a.state === 'valid'))
  return [...groups.values()]
}
