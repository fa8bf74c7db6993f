/** What of an event's menu was chosen with the tickets: pure. */
import { MAX_OF_A_DRINK, type Drink } from '#contract/events/drinks.ts'
import { toCents } from '#contract/values/money.ts'
import { counted } from '#web/lib/numbers.ts'
import { ticketsWords, type Choice, type ChoiceTotals } from './choice.ts'

export interface ChosenDrink {
  readonly drink: Drink
  readonly quantity: number
}

/** Drinks go with tickets: without any, none is chosen. */
export function chosenDrinks(menu: readonly Drink[], choice: Choice, hasTickets: boolean): ChosenDrink[] {
  if (!hasTickets) return []
  return menu.flatMap((drink) => {
    const quantity = Math.min(Math.trunc(choice[drink.id] ?? 0), MAX_OF_A_DRINK)
    return quantity > 0 ? [{ drink, quantity }] : []
  })
}

export function withDrinks(totals: ChoiceTotals, drinks: readonly ChosenDrink[]): ChoiceTotals {
  const sum = (of: (drink: Drink) => number) =>
    drinks.reduce((total, each) => total + of(each.drink) * each.quantity, 0)
  const [priceCents, feeCents] = [sum(({ price }) => toCents(price)), sum(({ fee }) => toCents(fee))]
  return {
    ...totals,
    subtotalCents: totals.subtotalCents + priceCents,
    feeCents: totals.feeCents + feeCents,
    totalCents: totals.totalCents + priceCents + feeCents,
  }
}

/** `1 entrada · 20 bebidas`: all that a total pays for. */
export function cartWords(tickets: number, drinks: readonly ChosenDrink[]): string {
  const ordered = drinks.reduce((total, { quantity }) => total + quantity, 0)
  return ordered === 0 ? ticketsWords(tickets) : `${ticketsWords(tickets)} · ${counted(ordered, 'bebida', 'bebidas')}`
}
