import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#contract/dates.ts'
import { getEventsDashboardPreview } from '#contract/events-managed.ts'
import { MAX_PAGE_SIZE } from '#contract/pagination.ts'
import { endpointQuery } from '#web/api/query.ts'

export const choicesQuery = () =>
  endpointQuery(
    getEventsDashboardPreview,
    { query: { limit: MAX_PAGE_SIZE } },
    { join: (all, next) => ({ ...next, events: [...all.events, ...next.events] }) },
  )

/** The person's events, latest first, as the rows of a select. `open`: those whose team may still grow. */
export function useEventChoices(which: 'all' | 'open' = 'all'): { value: string; label: string }[] {
  const { data } = useQuery(choicesQuery())
  return (data?.events ?? [])
    .filter(({ state }) => which === 'all' || (state !== 'success' && state !== 'cancelled'))
    .map(({ id, name, startDate }) => ({ value: id, label: startDate ? `${name} · ${formatDay(startDate)}` : name }))
}
