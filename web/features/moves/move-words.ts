/** What a moved event says of itself. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import type { Move, WhenAndWhere } from '#contract/events/notices-moves.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { counted } from '#web/lib/numbers.ts'

/** `Cambió de fecha`, `Cambió de fecha y de lugar`. */
export function changeWords({ before, after }: Pick<Move, 'before' | 'after'>): string {
  const inTime = before.startDate !== after.startDate
  const inSpace = placeWords(before) !== placeWords(after)
  return `Cambió ${inTime && inSpace ? 'de fecha y de lugar' : inTime ? 'de fecha' : 'de lugar'}`
}

export function whenWords({ startDate }: WhenAndWhere): string {
  return startDate === null ? 'Fecha a confirmar' : formatMoment(startDate)
}

export function placeWords({ venue, adress, city }: WhenAndWhere): string {
  return [venue, adress, city].filter(Boolean).join(', ')
}

/** `$39.600 de 2 entradas`: what of it the chosen ones are. */
export function takenWords(tickets: readonly { readonly amount: number }[]): string {
  const cents = tickets.reduce((total, { amount }) => total + toCents(amount), 0)
  return `${formatMoney(cents)} de ${counted(tickets.length, 'entrada', 'entradas')}`
}
