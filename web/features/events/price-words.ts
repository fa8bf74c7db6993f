import type { EventCard } from '#contract/events/event-card.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'

/** An event's price, short enough for a card. «Gratis» only if every ticket is free. */
export function priceWords({ priceFrom, priceTo }: Pick<EventCard, 'priceFrom' | 'priceTo'>): string {
  if (priceFrom === null) return 'Entradas a confirmar'
  if (priceFrom === 0) return priceTo === 0 ? 'Gratis' : 'Desde gratis'
  return `Desde ${formatPrice(toCents(priceFrom))}`
}
