/** What a wallet shows of its tickets. Pure. */
import type { Ticket } from '#contract/sales/tickets.ts'
import { formatDay, formatMoment, toLocalTime, toNight } from '#contract/values/dates.ts'
import { counted } from '#web/lib/numbers.ts'

export interface Night {
  readonly event: Ticket['event']
  readonly tickets: Ticket[]
}

/** Tickets grouped by their event, in the order in which the events first appear; those still good come first. */
export function byEvent(tickets: readonly Ticket[]): Night[] {
  const groups = new Map<string, Night>()
  for (const ticket of tickets) {
    const group = groups.get(ticket.event.id) ?? { event: ticket.event, tickets: [] }
    group.tickets.push(ticket)
    groups.set(ticket.event.id, group)
  }
  for (const group of groups.values())
    group.tickets.sort((a, b) => Number(b.state === 'valid') - Number(a.state === 'valid'))
  return [...groups.values()]
}

/** Given back, or of a night that will not be: no door waits for it. */
export const isReturned = ({ state, event }: Ticket): boolean =>
  state === 'refunded' || state === 'cancelled' || event.state === 'cancelled'

export interface Wallet {
  /** The nights of today, or without one the next. */
  readonly first: readonly Night[]
  readonly isTonight: boolean
  readonly later: readonly Night[]
}

/** Splits nights that are in order; `tonight` is a local date that lasts until 06:00. */
export function walletOf(nights: readonly Night[], tonight: string): Wallet {
  const isOfTonight = ({ event: { startDate } }: Night) => startDate !== null && toNight(startDate) <= tonight
  const ofTonight = nights.filter(isOfTonight)
  const first = ofTonight.length > 0 ? ofTonight : nights.slice(0, 1)
  return { first, isTonight: ofTonight.length > 0, later: nights.filter((night) => !first.includes(night)) }
}

export interface WalletNews {
  readonly eventId: string
  readonly name: string
  readonly text: string
  readonly isCancelled: boolean
}

/** What happened to tickets of events that are to come, besides their moves. */
export function newsOf(tickets: readonly Ticket[]): WalletNews[] {
  return byEvent(tickets).flatMap(({ event, tickets: ofEvent }) => {
    const news = (text: string) => [
      { eventId: event.id, name: event.name, text, isCancelled: event.state === 'cancelled' },
    ]
    if (event.state === 'cancelled') {
      return news(
        'El evento se canceló: ya no abre la puerta. Si pagaste, te devuelven todo, con el cargo por servicio.',
      )
    }
    const count = ofEvent.filter(({ state }) => state === 'refunded').length
    if (count === 0) return []
    return news(count === 1 ? 'Esta entrada se devolvió.' : `Estas ${count} entradas se devolvieron.`)
  })
}

/** `4 entradas`, or what became of them where none is good any more. */
export function ticketsWords({ tickets }: Night): string {
  const count = tickets.length
  if (tickets.every(isReturned)) return counted(count, 'devuelta', 'devueltas')
  return counted(count, 'entrada', 'entradas')
}

export function momentWords({ startDate }: Ticket['event']): string {
  return startDate === null ? 'Fecha a confirmar' : formatMoment(startDate)
}

/** `Hoy`, or the day; and the hour below it on a stub. */
export function dayAndHour({ startDate }: Ticket['event'], tonight: string): { day: string; hour: string } {
  if (startDate === null) return { day: 'Fecha', hour: 'A confirmar' }
  const day = toNight(startDate) === tonight ? 'hoy' : formatDay(startDate)
  return { day: day.charAt(0).toUpperCase() + day.slice(1), hour: toLocalTime(startDate) }
}
