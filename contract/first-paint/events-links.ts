/** Ways into the public list of events, without what draws it. */
import type { CallInput } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import type { getEventsPreview } from '#contract/events/events.ts'
import { datesOf, NARROWINGS } from './landing-nights.ts'

export type EventsQuery = NonNullable<CallInput<typeof getEventsPreview>['query']>

/** What the list's filters are called in its address, in its order. */
export const PARAMS = {
  search: 'buscar',
  categoryId: 'categoria',
  city: 'ciudad',
  from: 'desde',
  to: 'hasta',
  free: 'gratis',
} as const
/** Of `free`, which is on or not there. */
export const FREE = 'si'

/** The list with these filters, as `publicEvents.href` writes it. */
export function eventsPath(filters: Pick<EventsQuery, keyof typeof PARAMS>): string {
  const address = new URLSearchParams()
  for (const [key, param] of Object.entries(PARAMS)) {
    const value = filters[key as keyof typeof PARAMS] // its own names
    if (value !== undefined && value !== '') address.set(param, value === true ? FREE : String(value))
  }
  const filtered = address.toString()
  return filtered === '' ? paths.events() : `${paths.events()}?${filtered}`
}

/** The events of one local day. */
export function dayPath(date: string): string {
  return eventsPath({ from: date, to: date })
}

/** The short cuts that the landing and the list offer, seen from a local date. */
export function shortcuts(today: string): { label: string; query: Pick<EventsQuery, keyof typeof PARAMS> }[] {
  return [
    ...NARROWINGS.map(({ key, label }) => ({ label, query: datesOf(key, today) })),
    { label: 'Gratis', query: { free: true } },
  ]
}
