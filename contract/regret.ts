/** The right of regret of who buys at a distance: until when, and whether it is open at all (rule R14.3, Disposición 954/2025). */
import { addDays, addHours, lastInstantOf, toLocalDate } from './dates.ts'
import { isWorkingDay } from './working-days.ts'

const REGRET_DAYS = 10
const HOURS_BEFORE = 24

/**
 * The last instant, itself within it, at which a purchase received at `receivedAt` may be regretted: the last millisecond of the
 * tenth day, or of the next working one, and never less than 24 h before the event. Null when that was over before it began: there is no such right
 * then, and none is offered. An unused ticket is the caller's to ask about.
 */
export function regretUntil(receivedAt: string, eventStart: string | null): string | null {
  let day = addDays(toLocalDate(receivedAt), REGRET_DAYS)
  while (!isWorkingDay(day)) day = addDays(day, 1)
  const lastInstant = lastInstantOf(day)
  const dayBefore = eventStart === null ? lastInstant : addHours(eventStart, -HOURS_BEFORE)
  const until = dayBefore < lastInstant ? dayBefore : lastInstant
  return until > addHours(receivedAt, 0) ? until : null
}
