import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#contract/values/dates.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { getEventsDashboardPreview, getManagedEvent } from '#contract/events/events-managed.ts'
import { MAX_PAGE_SIZE } from '#contract/api/pagination.ts'
import { endpointQuery } from '#web/api/query.ts'
import { searchedChoices } from '#web/features/lists/searched-choices.ts'

interface ShownEvent {
  readonly name: string
  readonly startDate: string | null
}

export const eventLabel = ({ name, startDate }: ShownEvent) => (startDate ? `${name} · ${formatDay(startDate)}` : name)

const choicesBy = (query: CallInput<typeof getEventsDashboardPreview>['query']) =>
  searchedChoices(
    {
      spec: getEventsDashboardPreview,
      input: (eventName) => ({ query: eventName === '' ? query : { ...query, eventName } }),
      choices: ({ events }) => events.map((event) => ({ value: event.id, label: eventLabel(event) })),
    },
    { spec: getManagedEvent, input: (id) => ({ params: { id } }), label: eventLabel },
  )

/** The events that the person manages, searched by name, latest first. */
export const eventChoices = choicesBy({})
/** The same, the next event first. */
export const nextEventChoices = choicesBy({ sort: 'next' })

export const allEventsQuery = () =>
  endpointQuery(
    getEventsDashboardPreview,
    { query: { limit: MAX_PAGE_SIZE } },
    { join: (all, next) => ({ ...next, events: [...all.events, ...next.events] }) },
  )

/** The person's events, all at once and latest first, as the rows of a select. `open`: those whose team may still grow. */
export function useEventChoices(which: 'all' | 'open' = 'all'): { value: string; label: string }[] {
  const { data } = useQuery(allEventsQuery())
  return (data?.events ?? [])
    .filter(({ state }) => which === 'all' || (state !== 'success' && state !== 'cancelled'))
    .map((event) => ({ value: event.id, label: eventLabel(event) }))
}
