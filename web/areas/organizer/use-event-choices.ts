import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#contract/dates.ts'
import { getEventsDashboardPreview } from '#contract/events.ts'
import { endpointQuery } from '#web/api/query.ts'

export const choicesQuery = () => endpointQuery(getEventsDashboardPreview, { query: { limit: 100 } })

/** The person's events, latest first, as the rows of a select. `open`: those whose team may still grow. */
export function useEventChoices(which: 'all' | 'open' = 'all'): { value: string; label: string }[] {
  const { data } = useQuery(choicesQuery())
  return (data?.events ?? [])
    .filter(({ state }) => which === 'all' || (state !== 'success' && state !== 'cancelled'))
    .map(({ id, name, startDate }) => ({ value: id, label: startDate ? `${name} · ${formatDay(startDate)}` : name }))
}
