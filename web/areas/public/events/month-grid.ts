/** The landing's calendar as pure dates: local days are `YYYY-MM-DD`. */
import { addDays } from '#contract/values/dates.ts'
import { monthOf, type Month } from '#contract/values/months.ts'

/** The month that many months later, or earlier when negative. */
export function shiftMonth({ year, month }: Month, by: number): Month {
  const index = year * 12 + (month - 1) + by
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
}

/**
 * The days of a month in rows of a week that begins on Monday; null is a place outside the month. The present month goes on to the
 * last of the days ahead.
 */
export function weeksOf({ year, month }: Month, today = ''): (string | null)[][] {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const mondayBased = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const isPresent = today.startsWith(first.slice(0, 7))
  const last = (isPresent && daysAhead(today).at(-1)) || ''
  const next = shiftMonth({ year, month }, 1)
  const days: (string | null)[] = Array.from({ length: mondayBased }, () => null)
  for (let day = first; monthOf(day).month !== next.month || day <= last; day = addDays(day, 1)) days.push(day)
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The days that the folded calendar shows: from tonight on, two weeks. */
const FOLDED_DAYS = 14

export function daysAhead(today: string): string[] {
  return Array.from({ length: FOLDED_DAYS }, (_, day) => addDays(today, day))
}
