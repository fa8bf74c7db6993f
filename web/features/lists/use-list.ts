import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import type { ApiFailure } from '#web/api/api-failure.ts'
import { useFollowing } from '#web/api/live.ts'
import type { List, ListQuery, Order, Pages, SortKey } from './define-list.ts'
import { useListAddress } from './use-list-address.ts'

export interface UsedList<Spec extends EndpointSpec, Row> {
  readonly list: List<Spec, Row>
  readonly query: ListQuery<Spec>
  /** What is sent for the query. */
  readonly input: CallInput<Spec>
  readonly href: (part: ListQuery<Spec>) => string
  /** Another filter or order; begins again at the first page. */
  readonly change: (part: ListQuery<Spec>) => void
  readonly goToPage: (page: number) => void
  /** What is shown: of the query asked for or, until it comes, of the one before. */
  readonly answer: Answer<Spec> | undefined
  readonly rows: readonly Row[] | undefined
  readonly pages: Pages | undefined
  /** The rows shown are not those asked for: these are on their way, or failed. */
  readonly isStale: boolean
  readonly isFetching: boolean
  readonly failure: ApiFailure | null
  readonly retry: () => void
  readonly isFiltered: boolean
  readonly clear: () => void
  readonly order: Order<SortKey<Spec>> | undefined
}

/** A list as the address of its screen describes it. */
export function useList<Spec extends EndpointSpec, Row>(
  list: List<Spec, Row>,
  { enabled = true } = {},
): UsedList<Spec, Row> {
  const [address] = useSearchParams()
  const route = { ...useParams(), ...list.routeOf(address) }
  const href = (query: ListQuery<Spec>) => list.href(query, route)
  const { query, change, goToPage } = useListAddress<ListQuery<Spec> & { page?: number }>(list.read, href)
  const read = list.query(query, route)
  const refetchInterval = useFollowing(list.spec, read.queryKey, enabled)
  const { data, isPlaceholderData, isError, isFetching, error, refetch } = useQuery({
    ...read,
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  // A query that failed has no answer: the one before it stays on screen.
  const [seen, setSeen] = useState<Answer<Spec>>()
  if (data !== undefined && data !== seen) setSeen(data)
  const answer = data ?? seen
  const pages = answer && list.pagesOf(answer)
  const isStale = isPlaceholderData || isError
  const last = pages?.totalPages ?? 0
  const isPastEnd = !isStale && last > 0 && (query.page ?? 1) > last
  // Once for each end: the screen is drawn again and again until the navigation ends.
  const goToLast = useEffectEvent((page: number) => change(list.part({ page })))
  useEffect(() => {
    if (isPastEnd) goToLast(last)
  }, [isPastEnd, last])
  return {
    list,
    query,
    input: list.input(query, route),
    href: (changed) => href({ ...query, ...list.part({ page: 1 }), ...changed }),
    change,
    goToPage,
    answer,
    rows: answer && list.rows(answer),
    pages,
    isStale: isStale || isPastEnd,
    isFetching,
    failure: error,
    retry: () => void refetch(),
    isFiltered: list.isFiltered(query),
    clear: () => change(list.emptyFilters),
    order: list.orderOf(query),
  }
}
