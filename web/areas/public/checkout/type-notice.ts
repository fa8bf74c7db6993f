import { formatMoment, toLocalTime } from '#contract/values/dates.ts'
import type { TicketType } from '#contract/events/events.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'

/** The small line under a type's name: until when it is good, or why it cannot be bought. */
export function typeNotice(
  type: Pick<TicketType, 'availability' | 'validUntil' | 'saleStartsAt' | 'saleEndsAt' | 'perPersonLimit'> & {
    /** Offered to the viewer alone. */
    readonly offered?: number
  },
): string | null {
  if (type.availability === 'soldOut') return 'Agotada'
  if (type.availability === 'soon')
    return type.saleStartsAt ? `A la venta desde el ${formatMoment(type.saleStartsAt)}` : 'Próximamente'
  if (type.availability === 'closed') {
    const ends = [type.saleEndsAt, type.validUntil].flatMap((at) => (at ? Date.parse(at) : []))
    return ends.some((end) => end <= nowMilliseconds()) ? 'La venta terminó' : 'Sin venta por ahora'
  }
  const parts = [
    type.validUntil && `Hasta las ${toLocalTime(type.validUntil)}`,
    type.availability === 'last' && 'Últimas entradas',
    type.offered !== undefined && (type.offered === 1 ? 'Guardada para vos' : `${type.offered} guardadas para vos`),
    type.offered === undefined && type.perPersonLimit !== null && `Máximo ${type.perPersonLimit} por persona`,
  ]
  return parts.filter(Boolean).join(' · ') || null
}
