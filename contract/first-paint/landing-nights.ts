/** Which nights the landing shows first. Pure; dates are local, and a night belongs to its date until 06:00 (rule R8.5). */
import { addDays, millisecondsBetween, toNight, weekdayOf } from '#contract/values/dates.ts'
import { monthName, monthOf, type Month } from '#contract/values/months.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'
import { isToCome } from './event-notice.ts'

type Night = Pick<EventCard, 'startDate' | 'state' | 'isExpired'>

/** With fewer of them tonight, the weekend goes on after it: a desktop's row is four wide. */
const FULL_ROW = 4

export interface LandingNights<Event> {
  /** By start: of tonight, with the weekend where they are few, or the weekend alone; null when there are neither. */
  readonly first: { readonly of: 'tonight' | 'both' | 'weekend'; readonly events: readonly Event[] } | null
  /** The others that come, in the server's order. */
  readonly coming: readonly Event[]
  readonly past: readonly Event[]
}

/** Splits the events of a month; `tonight` is null for a month that is not the present one. */
export function landingNights<Event extends Night>(
  events: readonly Event[],
  tonight: string | null,
): LandingNights<Event> {
  const toCome = events.filter(isToCome)
  const past = events.filter((event) => !isToCome(event))
  const first = tonight === null ? null : firstNights(toCome, tonight)
  const isFirst = new Set(first?.events)
  return { first, coming: toCome.filter((event) => !isFirst.has(event)), past }
}

function firstNights<Event extends Night>(events: readonly Event[], tonight: string): LandingNights<Event>['first'] {
  const between = (from: string, to: string) =>
    events
      .filter(({ startDate }) => startDate !== null && from <= toNight(startDate) && toNight(startDate) <= to)
      .sort((a, b) => millisecondsBetween(b.startDate ?? '', a.startDate ?? ''))
  const ofTonight = between(tonight, tonight)
  if (ofTonight.length >= FULL_ROW) return { of: 'tonight', events: ofTonight }
  const weekend = weekendOf(tonight)
  const others = between(weekend.from, weekend.to).filter((event) => !ofTonight.includes(event))
  if (others.length === 0) return ofTonight.length > 0 ? { of: 'tonight', events: ofTonight } : null
  return { of: ofTonight.length > 0 ? 'both' : 'weekend', events: [...ofTonight, ...others] }
}

/** Friday to Sunday of the week of a local date; from Monday on it is the one that comes. */
export function weekendOf(today: string): { from: string; to: string } {
  const friday = addDays(today, 4 - ((weekdayOf(today) + 6) % 7))
  return { from: today > friday ? today : friday, to: addDays(friday, 2) }
}

/** The heading of the month's events. */
export function monthTitle(month: Month, present: Month): string {
  const isPresent = month.month === present.month && month.year === present.year
  return isPresent ? 'Lo que viene' : monthName(month, present.year)
}

const TITLES = { tonight: 'Esta noche', both: 'Hoy y el finde', weekend: 'Este finde' } as const

export interface NightsBlock<Event> {
  readonly id: 'primero' | 'proximos'
  readonly title: string
  readonly events: readonly Event[]
  /** The title says their day. */
  readonly hasDayAbove: boolean
}

/** The nights of a month's answer as the landing shows them, the first block above the calendar. */
export function nightsBlocks<Event extends Night>(
  home: Month & { readonly events: readonly Event[] },
  tonight: string,
): { readonly blocks: readonly NightsBlock<Event>[]; readonly past: readonly Event[] } {
  const present = monthOf(tonight)
  const isPresent = home.year === present.year && home.month === present.month
  const { first, coming, past } = landingNights(home.events, isPresent ? tonight : null)
  const blocks: NightsBlock<Event>[] = []
  if (first) {
    const hasDayAbove = first.of === 'tonight'
    blocks.push({ id: 'primero', title: TITLES[first.of], events: first.events, hasDayAbove })
  }
  if (coming.length > 0) {
    blocks.push({ id: 'proximos', title: monthTitle(home, present), events: coming, hasDayAbove: false })
  }
  return { blocks, past }
}
