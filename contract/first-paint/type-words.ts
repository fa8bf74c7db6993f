/** What is said of ticket types: in the screens and in the page that comes before them. */
import { formatMoment, millisecondsBetween, toLocalTime } from '#contract/values/dates.ts'
import { priceWords } from './card-words.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'

const TWO_HOURS = 7_200_000

export function canBeBought({ availability }: Pick<TicketType, 'availability'>): boolean {
  return availability === 'available' || availability === 'last'
}

/** The small line under a type's name: until when it is good, or why it cannot be bought. */
export function typeNotice(
  type: Pick<TicketType, 'availability' | 'validUntil' | 'saleStartsAt' | 'saleEndsAt' | 'perPersonLimit'> & {
    /** Offered to the viewer alone. */
    readonly offered?: number
  },
  now: string,
): string | null {
  if (type.availability === 'soldOut') return 'Agotada'
  if (type.availability === 'soon')
    return type.saleStartsAt ? `A la venta desde el ${formatMoment(type.saleStartsAt)}` : 'Próximamente'
  if (type.availability === 'closed') {
    const ends = [type.saleEndsAt, type.validUntil]
    return ends.some((end) => end !== null && millisecondsBetween(end, now) >= 0)
      ? 'La venta terminó'
      : 'Sin venta por ahora'
  }
  const parts = [
    type.validUntil && `Hasta las ${toLocalTime(type.validUntil)}`,
    type.availability === 'last' && 'Últimas entradas',
    type.offered !== undefined && (type.offered === 1 ? 'Guardada para vos' : `${type.offered} guardadas para vos`),
    type.offered === undefined && type.perPersonLimit !== null && `Máximo ${type.perPersonLimit} por persona`,
  ]
  return parts.filter(Boolean).join(' · ') || null
}

/** What there is to say when nothing can be bought. */
export function closedWords(types: readonly TicketType[]): string {
  return types.some(({ availability }) => availability === 'soldOut')
    ? 'Se agotaron las entradas'
    : 'Sin venta por ahora'
}

/** `Desde $12.000`, of what can be bought. */
export function priceRange(types: readonly TicketType[]): string {
  const prices = types.filter(canBeBought).map(({ price, fee }) => price + fee)
  return priceWords({ priceFrom: Math.min(...prices), priceTo: Math.max(...prices) })
}

/** Whether people may still ask to wait for what is sold out: until two hours before the start (rule R19.1). */
export function takesWaiting({ startDate }: Pick<EventPage, 'startDate'>, now: string): boolean {
  return startDate === null || millisecondsBetween(now, startDate) > TWO_HOURS
}
