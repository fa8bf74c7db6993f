import { formatMoment, fromLocal } from '#contract/values/dates.ts'
import type { ManagedTicketType } from '#contract/events/events-managed.ts'
import { counted } from '#web/lib/numbers.ts'
import type { TicketTypeValues } from './event-form.ts'

/** `214 vendidas · 3 reservadas`, leaving out what is none. */
export function takenWords({
  sold,
  held,
  courtesies,
}: Pick<ManagedTicketType, 'sold' | 'held' | 'courtesies'>): string {
  return [some(sold, 'vendida'), some(held, 'reservada'), some(courtesies, 'cortesía')].filter(Boolean).join(' · ')
}

function some(value: number, word: string): string {
  return value === 0 ? '' : counted(value, word, `${word}s`)
}

/** What is set behind «Más opciones», in short. */
export function optionsSummary({
  visibility,
  perPersonLimit,
  saleStartsAt,
  saleEndsAt,
  validUntil,
}: TicketTypeValues): string {
  return [
    visibility === 'hidden' && 'oculta',
    visibility === 'courtesy' && 'solo cortesías',
    perPersonLimit !== '' && `hasta ${perPersonLimit} por persona`,
    moment('abre', saleStartsAt),
    moment('cierra', saleEndsAt),
    moment('sirve hasta', validUntil),
  ]
    .filter(Boolean)
    .join(' · ')
}

function moment(word: string, local: string): string {
  const [date, time] = local.split('T')
  return date && time ? `${word} ${formatMoment(fromLocal(date, time.slice(0, 5)))}` : ''
}

/** What a type is called while it is written. */
export function typeName({ name }: Pick<TicketTypeValues, 'name'>, place: number): string {
  return name.trim() || `Entrada ${place + 1}`
}
