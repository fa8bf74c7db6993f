/** The public list of events. */
import { getEventsPreview } from '#contract/events/events.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, day, number, search } from '#web/features/lists/filters.ts'
import { FREE, PARAMS, type EventsQuery } from '#contract/first-paint/events-links.ts'

export const publicEvents = defineList(getEventsPreview, {
  screen: 'events',
  rows: ({ events }) => events,
  filters: {
    search: search(PARAMS.search),
    categoryId: number(PARAMS.categoryId),
    city: search(PARAMS.city),
    from: day(PARAMS.from),
    to: day(PARAMS.to),
    free: choice(PARAMS.free, [[true, FREE, 'Gratis']]),
  },
  sort: { date: ['date', 'Por fecha'], price: ['price', 'Por precio'], name: ['name', 'Por nombre'] },
  sizes: [],
  fresh: false,
})

/** Whether the address already says everything that `part` says. */
export function includesFilters(query: EventsQuery, part: EventsQuery): boolean {
  return Object.entries(part).every(([name, value]) => query[name as keyof EventsQuery] === value) // its own names
}
