/** Which nights the landing shows first. Pure; dates are local, and a night belongs to its date until 06:00 (rule R8.5). */
import { addDays, toNight, weekdayOf } from '#contract/values/dates.ts'
import { monthName, monthOf, type Month } from '#contract/values/months.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'
import { isToCome } from './event-notice.ts'

type Night = Pick<EventCard, 'startDate' | 'state' | 'isExpired'>

/** What the first row can be narrowed to, in the order of its chips. */
export const NARROWINGS = [
  { key: 'tonight', label: 'Hoy' },
  { key: 'weekend', label: 'Este finde' },
] as const
export type Narrowing = (typeof NARROWINGS)[number]['key']

/** Friday to Sunday of the week of a local date; from Monday on it is the one that comes. */
export function weekendOf(today: string): { from: string; to: string } {
  const friday = addDays(today, 4 - ((weekdayOf(today) + 6) % 7))
  return { from: today > friday ? today : friday, to: addDays(friday, 2) }
}

/** The local dates of a narrowing. */
export function datesOf(narrowing: Narrowing, tonight: string): { from: string; to: string } {
  return narrowing === 'tonight' ? { from: tonight, to: tonight } : weekendOf(tonight)
}

/** The heading of the month's events. */
export function monthTitle(month: Month, present: Month): string {
  const isPresent = month.month === present.month && month.year === present.year
  return isPresent ? 'Lo que viene' : monthName(month, present.year)
}

export interface LandingNights<Event> {
  readonly title: string
  /** In the server's order: the pinned ones, then what is on tonight and what comes, undated ones last. */
  readonly events: readonly Event[]
  /** Those that leave something and not everything; none in a month that is not the present one. */
  readonly narrowings: readonly (typeof NARROWINGS)[number][]
  /** The title or the chip says their day. */
  readonly hasDayAbove: boolean
  readonly past: readonly Event[]
}

/** The nights of a month's answer as the landing shows them, narrowed or not. */
export function landingNights<Event extends Night>(
  home: Month & { readonly events: readonly Event[] },
  tonight: string,
  narrowed: Narrowing | null = null,
): LandingNights<Event> {
  const present = monthOf(tonight)
  const isPresent = home.year === present.year && home.month === present.month
  const all = home.events.filter(isToCome)
  const of = (narrowing: Narrowing) => {
    const { from, to } = datesOf(narrowing, tonight)
    return all.filter(({ startDate }) => startDate !== null && from <= toNight(startDate) && toNight(startDate) <= to)
  }
  const narrowings = isPresent ? NARROWINGS.filter(({ key }) => of(key).length > 0 && of(key).length < all.length) : []
  const chosen = narrowings.find(({ key }) => key === narrowed)?.key
  return {
    title: monthTitle(home, present),
    events: chosen ? of(chosen) : all,
    narrowings,
    hasDayAbove: chosen === 'tonight',
    past: home.events.filter((event) => !isToCome(event)),
  }
}
