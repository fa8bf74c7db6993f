import { addDays } from '#contract/values/dates.ts'

const MONTHS = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
]

/** The month of a day, or so many months before it. */
export function monthOf(day: string, before = 0): { from: string; until: string; name: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 - before
  const firstDay = (at: number) => `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
  return { from: firstDay(index), until: addDays(firstDay(index + 1), -1), name: MONTHS[index % 12] ?? '' }
}
