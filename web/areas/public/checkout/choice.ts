/** What a person chose at an event and what it costs: pure. */
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { canBeBought } from '#contract/first-paint/type-words.ts'
import { toCents } from '#contract/values/money.ts'
import { counted } from '#web/lib/numbers.ts'

/** Quantities by ticket type id. */
export type Choice = Readonly<Record<string, number>>

export interface ChosenLine {
  readonly type: TicketType
  readonly quantity: number
}

/** What a code takes off the types that it is for, as the server quoted it. */
export interface AppliedDiscount {
  readonly code: string
  readonly ticketTypes: readonly {
    readonly id: string
    readonly unitDiscountCents: number
    readonly unitFeeCents: number
  }[]
}

export interface ChoiceTotals {
  readonly tickets: number
  /** Of the prices, before the discount. */
  readonly subtotalCents: number
  readonly discountCents: number
  readonly feeCents: number
  readonly totalCents: number
}

/** What is chosen before anybody chose: one of the only type that can be bought. */
export function startingChoice(types: readonly TicketType[], choice: Choice): Choice {
  const [only, ...others] = types.filter(canBeBought)
  return only && others.length === 0 && Object.keys(choice).length === 0 ? { [only.id]: 1 } : choice
}

/** The lines of a choice that can still be bought, in the order of the types, within the limits as they are now. */
export function chosenLines(
  event: Pick<EventPage, 'orderLimit'>,
  types: readonly TicketType[],
  choice: Choice,
): ChosenLine[] {
  const lines: ChosenLine[] = []
  for (const type of types) {
    const most = mostOf(type, event, sumOf(lines))
    const quantity = Math.min(Math.trunc(choice[type.id] ?? 0), most)
    if (quantity > 0) lines.push({ type, quantity })
  }
  return lines
}

function sumOf(lines: readonly ChosenLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

function mostOf(type: TicketType, event: Pick<EventPage, 'orderLimit'>, others: number): number {
  if (!canBeBought(type)) return 0
  return Math.max(0, Math.min(event.orderLimit - others, type.perPersonLimit ?? Number.POSITIVE_INFINITY))
}

/** The server recomputes all of it from the database; this is what is shown before paying. */
export function totalsOf(lines: readonly ChosenLine[], applied: AppliedDiscount | null = null): ChoiceTotals {
  const sum = (of: (line: ChosenLine) => number) => lines.reduce((total, line) => total + of(line) * line.quantity, 0)
  const quoted = new Map(applied?.ticketTypes.map((type) => [type.id, type]))
  const subtotalCents = sum(({ type }) => toCents(type.price))
  const discountCents = sum(({ type }) => quoted.get(type.id)?.unitDiscountCents ?? 0)
  const feeCents = sum(({ type }) => quoted.get(type.id)?.unitFeeCents ?? toCents(type.fee))
  const totalCents = subtotalCents - discountCents + feeCents
  return { tickets: sum(() => 1), subtotalCents, discountCents, feeCents, totalCents }
}

/** How many of a type may be chosen, given the others' lines: order limit, then the type's own. */
export function maxOf(type: TicketType, event: Pick<EventPage, 'orderLimit'>, lines: readonly ChosenLine[]): number {
  return mostOf(type, event, sumOf(lines.filter((line) => line.type.id !== type.id)))
}

/** `2 entradas`, `1 entrada`. */
export function ticketsWords(tickets: number): string {
  return counted(tickets, 'entrada', 'entradas')
}
