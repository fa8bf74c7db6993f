/** Months of the landing's calendar. */
import { addDays, firstInstantOfNight, toNight } from '#contract/values/dates.ts'

export interface Month {
  readonly year: number
  /** 1–12. */
  readonly month: number
}

/** Days that the landing's calendar shows ahead, tonight included. */
const DAYS_AHEAD = 14
/** From so many days before a month's end on, tonight included, the next month goes on. */
const LAST_DAYS = 7

/** The month that a moment's night belongs to. */
export function monthOf(instant: string): Month {
  return monthOfDate(toNight(instant))
}

function monthOfDate(date: string): Month {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return { year, month }
}

/** First instant of the month and of the next one. */
export function boundsOf({ year, month }: Month): { from: string; to: string } {
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  return { from: firstInstant({ year, month }), to: firstInstant(next) }
}

/**
 * What the landing lists and counts of the present month (rule R8.5): in its last week the next month goes on, and the
 * calendar counts 14 days ahead in any case.
 */
export function boundsOfPresent(instant: string): { from: string; to: string; countedTo: string } {
  const night = toNight(instant)
  const { from, to: end } = boundsOf(monthOf(instant))
  const inAWeek = monthOfDate(addDays(night, LAST_DAYS))
  const to = compareMonths(inAWeek, monthOf(instant)) === 0 ? end : boundsOf(inAWeek).to
  const ahead = firstInstantOfNight(addDays(night, DAYS_AHEAD))
  return { from, to, countedTo: ahead > to ? ahead : to }
}

function firstInstant({ year, month }: Month): string {
  return firstInstantOfNight(`${year}-${String(month).padStart(2, '0')}-01`)
}

/** Negative when `a` comes before `b`. */
export function compareMonths(a: Month, b: Month): number {
  return a.year * 12 + a.month - (b.year * 12 + b.month)
}
