import { useQuery } from '@tanstack/react-query'
import { listDiscountCodes } from '#contract/events/discounts.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { endpointQuery } from '#web/api/query.ts'
import { movedDays, movedEnds } from './event-changes.ts'
import type { EventValues } from './event-form.ts'

/** What saving the typed date moves along; the codes are read once it differs. */
export function useMovedEnds(values: EventValues, event: ManagedEvent | null): string[] {
  const codes = useQuery({
    ...endpointQuery(listDiscountCodes, { params: { id: event?.id ?? '' }, query: { limit: 100 } }),
    enabled: movedDays(values.dateEvent, event) !== 0,
  })
  return movedEnds(values, event, codes.data?.discountCodes ?? [])
}
