/** The public list of events, and the short ways into it. */
import { getEventsPreview } from '#contract/events/events.ts'
import { weekendOf } from '#contract/events/landing-nights.ts'
import { defineList, type ListQuery } from '#web/features/lists/define-list.ts'
import { choice, day, number, search } from '#web/features/lists/filters.ts'

export type EventsQuery = ListQuery<typeof getEventsPreview>

export const publicEvents = defineList(getEventsPreview, {
  screen: 'events',
  rows: ({ events }) => events,
  filters: {
    search: search('buscar'),
    categoryId: number('categoria'),
    city: search('ciudad'),
    from: day('desde'),
    to: day('hasta'),
    free: choice('gratis', [[true, 'si', 'Gratis']]),
  },
  sort: { date: ['date', 'Por fecha'], price: ['price', 'Por precio'], name: ['name', 'Por nombre'] },
  sizes: [],
  fresh: false,
})

/** The events of one local day. */
export function dayPath(date: string): string {
  return publicEvents.href({ from: date, to: date })
}

/** The short cuts that the landing and the list offer, seen from a local date. */
export function shortcuts(today: string): { label: string; query: EventsQuery }[] {
  return [
    { label: 'Hoy', query: { from: today, to: today } },
    { label: 'Este finde', query: weekendOf(today) },
    { label: 'Gratis', query: { free: true } },
  ]
}

/** Whether the address already says everything that `part` says. */
export function includesFilters(query: EventsQuery, part: EventsQuery): boolean {
  return Object.entries(part).every(([name, value]) => query[name as keyof EventsQuery] === value) // its own names
}
