/** Months of the landing's calendar. */
import { firstInstantOfNight, toNight } from '#contract/values/dates.ts'

export interface Month {
  readonly year: number
  /** 1–12. */
  readonly month: number
}

/** The month that a moment's night belongs to. */
export function monthOf(instant: string): Month {
  const [year = 0, month = 1] = toNight(instant).split('-').map(Number)
  return { year, month }
}

/** First instant of the month and of the next one. */
export function boundsOf({ year, month }: Month): { from: string; to: string } {
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  return { from: firstInstant({ year, month }), to: firstInstant(next) }
}

function firstInstant({ year, month }: Month): string {
  return firstInstantOfNight(`${year}-${String(month).padStart(2, '0')}-01`)
}

/** Negative when `a` comes before `b`. */
export function compareMonths(a: Month, b: Month): number {
  return a.year * 12 + a.month - (b.year * 12 + b.month)
}
