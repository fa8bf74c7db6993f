/** The words of an event as lists show it: in the screens and in the page that comes before them. */
import { formatDay, toLocalTime } from '#contract/values/dates.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'

/** An event's price, short enough for a card. «Gratis» only if every ticket is free. */
export function priceWords({ priceFrom, priceTo }: Pick<EventCard, 'priceFrom' | 'priceTo'>): string {
  if (priceFrom === null) return 'Entradas a confirmar'
  if (priceFrom === 0) return priceTo === 0 ? 'Gratis' : 'Desde gratis'
  return `Desde ${formatPrice(toCents(priceFrom))}`
}

/** When it begins; the hour alone where its day is said above. */
export function whenWords({ startDate }: Pick<EventCard, 'startDate'>, hasDayAbove: boolean): string {
  if (!startDate) return 'Fecha a confirmar'
  return hasDayAbove ? toLocalTime(startDate) : `${formatDay(startDate)} · ${toLocalTime(startDate)}`
}

/** Which of so many covers an event without a flyer has: always the same. */
export function coverOf(lettering: string, covers: number): number {
  return (lettering.length * 7 + (lettering.codePointAt(0) ?? 0)) % covers
}
