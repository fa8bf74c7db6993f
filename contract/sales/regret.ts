/** The right of regret of who buys at a distance: until when, and whether it is open at all (rule R14.3, Disposición 954/2025). */
import { addDays, addHours, lastInstantOf, toLocalDate } from '#contract/values/dates.ts'
import { isWorkingDay } from '#contract/platform/working-days.ts'

const REGRET_DAYS = 10
const HOURS_BEFORE = 24

export interface RegretPeriod {
  /** Its last instant, included. Null when it was over before it began: there is no such right then, and none is offered. */
  readonly until: string | null
  readonly endsBy: 'tenth_day' | 'event'
}

/** The last instant by the day of the receipt alone; lists ask for the same few days row by row. */
const lastInstants = new Map<string, string>()
const MOST_DAYS = 1000

function lastInstantFor(receivedOn: string): string {
  const known = lastInstants.get(receivedOn)
  if (known) return known
  let day = addDays(receivedOn, REGRET_DAYS)
  while (!isWorkingDay(day)) day = addDays(day, 1)
  if (lastInstants.size >= MOST_DAYS) lastInstants.clear()
  const lastInstant = lastInstantOf(day)
  lastInstants.set(receivedOn, lastInstant)
  return lastInstant
}

/**
 * Returns until when a purchase received at `receivedAt` may be regretted: to the last millisecond of the tenth day, or of the next
 * working one, and never less than 24 h before the event. Whether the ticket was used is the caller's to check.
 */
export function regretUntil(receivedAt: string, eventStart: string | null): RegretPeriod {
  const lastInstant = lastInstantFor(toLocalDate(receivedAt))
  const dayBefore = eventStart === null ? null : addHours(eventStart, -HOURS_BEFORE)
  if (dayBefore === null || dayBefore > lastInstant) return { until: lastInstant, endsBy: 'tenth_day' }
  return { until: dayBefore > addHours(receivedAt, 0) ? dayBefore : null, endsBy: 'event' }
}
