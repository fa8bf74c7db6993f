/** Which nights the landing shows first. Pure; dates are local, and a night belongs to its date until 06:00 (rule R8.5). */
import type { EventCard } from '#contract/events/event-card.ts'
import { toNight } from '#contract/values/dates.ts'
import { weekendOf } from './month-grid.ts'

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
  const isToCome = ({ state, isExpired }: Event) => state === 'active' && !isExpired
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
      .toSorted((a, b) => Date.parse(a.startDate ?? '') - Date.parse(b.startDate ?? ''))
  const ofTonight = between(tonight, tonight)
  if (ofTonight.length >= FULL_ROW) return { of: 'tonight', events: ofTonight }
  const weekend = weekendOf(tonight)
  const others = between(weekend.from, weekend.to).filter((event) => !ofTonight.includes(event))
  if (others.length === 0) return ofTonight.length > 0 ? { of: 'tonight', events: ofTonight } : null
  return { of: ofTonight.length > 0 ? 'both' : 'weekend', events: [...ofTonight, ...others] }
}
