/** What a person chose at an event and what it costs: pure, in the wire's pesos. */
import type { EventPage, TicketType } from '#contract/events.ts'
import { counted } from '#web/lib/numbers.ts'

/** Quantities by ticket type id. */
export type Choice = Readonly<Record<string, number>>

export interface ChosenLine {
  readonly type: TicketType
  readonly quantity: number
}

export interface ChoiceTotals {
  readonly tickets: number
  readonly subtotal: number
  readonly fee: number
  readonly total: number
}

/** The lines of a choice that can still be bought, in the order of the types. */
export function chosenLines(types: readonly TicketType[], choice: Choice): ChosenLine[] {
  return types.flatMap((type) => {
    const quantity = canBeBought(type) ? Math.trunc(choice[type.id] ?? 0) : 0
    return quantity > 0 ? [{ type, quantity }] : []
  })
}

/** The server recomputes all of it from the database; this is what is shown before paying. */
export function totalsOf(lines: readonly ChosenLine[]): ChoiceTotals {
  const sum = (of: (line: ChosenLine) => number) => lines.reduce((total, line) => total + of(line) * line.quantity, 0)
  const subtotal = sum(({ type }) => type.price)
  const fee = sum(({ type }) => type.fee)
  return { tickets: sum(() => 1), subtotal, fee, total: subtotal + fee }
}

export function canBeBought(type: Pick<TicketType, 'availability'>): boolean {
  return type.availability === 'available' || type.availability === 'last'
}

/** How many of a type may be chosen, given what is chosen of the others: order limit, then the type's own. */
export function maxOf(type: TicketType, event: Pick<EventPage, 'orderLimit'>, choice: Choice): number {
  if (!canBeBought(type)) return 0
  const others = Object.entries(choice).reduce((sum, [id, quantity]) => (id === type.id ? sum : sum + quantity), 0)
  return Math.max(0, Math.min(event.orderLimit - others, type.perPersonLimit ?? Number.POSITIVE_INFINITY))
}

/** `2 entradas`, `1 entrada`. */
export function ticketsWords(tickets: number): string {
  return counted(tickets, 'entrada', 'entradas')
}
