import { useQuery } from '@tanstack/react-query'
import { getCompanyFees } from '#contract/companies/companies-fees.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import { endpointQuery } from '#web/api/query.ts'
import { usePerson } from '#web/shell/session/person.ts'

/** What the platform charges for an event: what it took when it was made, or what it would take now. Null until that is known. */
export function useFeeTerms(event: ManagedEvent | null): FeeTerms | null {
  const companyId = usePerson().companyId ?? ''
  const isNew = event === null && companyId !== ''
  const { data } = useQuery({ ...endpointQuery(getCompanyFees, { params: { companyId } }), enabled: isNew })
  return event?.serviceFee ?? data?.current ?? null
}
