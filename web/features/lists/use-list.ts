import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useParams } from 'react-router'
import type { Answer, CallInput, EndpointSpec } from '#contract/endpoint.ts'
import type { ApiFailure } from '#web/api/api-failure.ts'
import { useFollowing } from '#web/api/live.ts'
import type { List, ListQuery, Order, Paged, SortKey } from './define-list.ts'
import { useListAddress } from './use-list-address.ts'

export interface UsedList<Spec extends EndpointSpec> {
  readonly list: List<Spec>
  readonly query: ListQuery<Spec>
  /** What is sent for the query. */
  readonly input: CallInput<Spec>
  readonly href: (part: ListQuery<Spec>) => string
  /** Another filter or order, which begins again at the first page. */
  readonly change: (part: ListQuery<Spec>) => void
  readonly turnTo: (page: number) => void
  /** What is shown: of the query asked for or, until it comes, of the one before. */
  readonly answer: (Answer<Spec> & Paged) | undefined
  /** The rows shown are not those asked for: they come, or could not be had. */
  readonly isOld: boolean
  readonly isFetching: boolean
  readonly failure: ApiFailure | null
  readonly retry: () => void
  readonly isFiltered: boolean
  readonly clear: () => void
  readonly order: Order<SortKey<Spec>> | undefined
}

/** A list as its screen's address has it. */
export function useList<Spec extends EndpointSpec>(list: List<Spec>, { enabled = true } = {}): UsedList<Spec> {
  const route = useParams()
  const href = (query: ListQuery<Spec>) => list.href(query, route)
  const { query, change, turnTo } = useListAddress<ListQuery<Spec> & { page?: number }>(list.read, href)
  const page = list.query(query, route)
  const refetchInterval = useFollowing(list.spec, page.queryKey, enabled)
  const read = useQuery({ ...page, enabled, placeholderData: keepPreviousData, refetchInterval })
  // Of a query that fails nothing is known: what was read before it stays on screen.
  const [seen, setSeen] = useState<Answer<Spec>>()
  if (read.data !== undefined && read.data !== seen) setSeen(read.data)
  const answer = (read.data ?? seen) as UsedList<Spec>['answer'] // held by defineList
  const isOld = read.isPlaceholderData || read.isError
  const last = answer?.pagination.totalPages ?? 0
  const isPastEnd = !isOld && last > 0 && (query.page ?? 1) > last
  // Once for each end: on the way there the screen is drawn again and again.
  const turnBack = useEffectEvent((page: number) => change({ page } as ListQuery<Spec> & { page: number })) // every list has it
  useEffect(() => {
    if (isPastEnd) turnBack(last)
  }, [isPastEnd, last])
  const asked = query as Partial<Order<SortKey<Spec>>> // of an endpoint that has them
  return {
    list,
    query,
    input: list.input(query, route),
    href: (changed) => href({ ...query, page: 1, ...changed }),
    change,
    turnTo,
    answer,
    isOld: isOld || isPastEnd,
    isFetching: read.isFetching,
    failure: read.error,
    retry: () => void read.refetch(),
    isFiltered: list.isFiltered(query),
    clear: () => change(list.cleared),
    order: list.sort && {
      sort: asked.sort ?? list.sort.first.sort,
      order: asked.order ?? list.sort.first.order ?? 'asc',
    },
  }
}
