/** The landing's calendar as pure dates: local days are `YYYY-MM-DD`. */
import { addDays } from '#contract/values/dates.ts'

export interface Month {
  readonly year: number
  /** 1–12. */
  readonly month: number
}

/** The month a local date belongs to. */
export function monthOf(date: string): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) }
}

/** The month that many months later, or earlier when negative. */
export function shiftMonth({ year, month }: Month, by: number): Month {
  const index = year * 12 + (month - 1) + by
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
}

/** The days of a month in rows of a week that begins on Monday; null is a place outside the month. */
export function weeksOf({ year, month }: Month): (string | null)[][] {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const mondayBased = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const next = shiftMonth({ year, month }, 1)
  const days: (string | null)[] = Array.from({ length: mondayBased }, () => null)
  for (let day = first; monthOf(day).month !== next.month; day = addDays(day, 1)) days.push(day)
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

const names = new Intl.DateTimeFormat('es-AR', { month: 'long', timeZone: 'UTC' })

/** `Noviembre`, with its year when it is not the present one. */
export function monthName({ year, month }: Month, presentYear: number): string {
  const name = names.format(Date.UTC(year, month - 1, 15))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${year === presentYear ? '' : ` ${year}`}`
}

/** The heading of the month's events. */
export function monthTitle(month: Month, present: Month): string {
  const isPresent = month.month === present.month && month.year === present.year
  return isPresent ? 'Lo que viene' : monthName(month, present.year)
}

/** Friday to Sunday of the week of a local date; from Monday on it is the one that comes. */
export function weekendOf(today: string): { from: string; to: string } {
  const mondayBased = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const friday = addDays(today, 4 - mondayBased)
  return { from: today > friday ? today : friday, to: addDays(friday, 2) }
}

/** The days that the folded calendar shows: from tonight on, two weeks. */
const FOLDED_DAYS = 14

export function daysAhead(today: string): string[] {
  return Array.from({ length: FOLDED_DAYS }, (_, day) => addDays(today, day))
}
