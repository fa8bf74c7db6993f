import type { EventCard } from '#contract/event-card.ts'
import { formatPrice } from '#contract/money.ts'

/** What an event costs, in as many words as fit a card. «Gratis» is only what nobody pays for. */
export function priceWords({ priceFrom, priceTo }: Pick<EventCard, 'priceFrom' | 'priceTo'>): string {
  if (priceFrom === null) return 'Entradas a confirmar'
  if (priceFrom === 0) return priceTo === 0 ? 'Gratis' : 'Desde gratis'
  return `Desde ${formatPrice(priceFrom)}`
}
