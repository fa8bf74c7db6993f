/** What a moved event says of itself. Pure. */
import { formatDay, formatMoment, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import type { Move, WhenAndWhere } from '#contract/events/notices-moves.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { counted } from '#web/lib/numbers.ts'

/** `Cambió de fecha`, `Cambió de fecha y de lugar`. */
export function changeWords({ before, after }: Pick<Move, 'before' | 'after'>): string {
  const inTime = before.startDate !== after.startDate
  const inSpace = placeWords(before) !== placeWords(after)
  return `Cambió ${inTime && inSpace ? 'de fecha y de lugar' : inTime ? 'de fecha' : 'de lugar'}`
}

/** `era vie 8, ahora vie 15 ene`; null where the date is the same, or one of them is open. */
export function dayChangeWords({ before, after }: Pick<Move, 'before' | 'after'>): string | null {
  const [was, is] = [before.startDate, after.startDate]
  if (was === null || is === null || was === is) return null
  if (toLocalDate(was) === toLocalDate(is)) return `era a las ${toLocalTime(was)}, ahora ${toLocalTime(is)}`
  const isSameMonth = toLocalDate(was).slice(0, 7) === toLocalDate(is).slice(0, 7)
  return `era ${isSameMonth ? formatDay(was).replace(/ \S+$/, '') : formatDay(was)}, ahora ${formatDay(is)}`
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
  return `${formatExactMoney(cents)} de ${counted(tickets.length, 'entrada', 'entradas')}`
}
