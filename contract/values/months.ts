/** Months of the local calendar. */
import { formatMonth, fromLocal } from './dates.ts'

export interface Month {
  readonly year: number
  /** 1–12. */
  readonly month: number
}

/** The month a local date belongs to. */
export function monthOf(date: string): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) }
}

/** `Noviembre`, with its year when it is not the present one. */
export function monthName({ year, month }: Month, presentYear: number): string {
  const name = formatMonth(fromLocal(`${year}-${String(month).padStart(2, '0')}-15`, '12:00'))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${year === presentYear ? '' : ` ${year}`}`
}
