/** The places that wait for their payment: of the account, on any device of its person, and of this device without a session. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOrders, type PastOrder } from '#contract/sales/checkout.ts'
import { useFollowing } from '#web/api/live.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { supportedName } from '#web/api/tab-keeping.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'

const HELD = { query: { isHeld: true, limit: 20 } } as const
/** A hold that began elsewhere shows at the next screen or look at the tab, once the last answer is so old. */
const STALE_MILLISECONDS = 30_000

const held = () => ({ ...endpointQuery(getOrders, HELD), staleTime: STALE_MILLISECONDS })

export interface HeldOrder extends PastOrder {
  /** When the server said so, by this device's clock. */
  readonly readAt: number
}

/**
 * The person's orders that can be paid now, the one that ends first before the others; undefined until they are known. Followed live while there
 * are any: only then a stream is needed. `place` is where the person is: another screen asks again.
 */
export function useHeldOrders(place?: string): readonly HeldOrder[] | undefined {
  const user = useSession()?.user
  const isAsking = user !== undefined && user.permission !== 'legal' && supportedName() === null
  const { queryKey } = held()
  const hasAny = Boolean(queryClient.getQueryData(queryKey)?.orders.length)
  const refetchInterval = useFollowing(getOrders, queryKey, isAsking && hasAny)
  const { data, dataUpdatedAt } = useQuery({ ...held(), enabled: isAsking, refetchInterval })
  useEffect(() => {
    if (isAsking && place !== undefined) void queryClient.prefetchQuery(held())
  }, [isAsking, place])
  if (!isAsking) return NONE
  return data?.orders
    .filter(isPayable)
    .map((order) => ({ ...order, readAt: dataUpdatedAt }))
    .sort((a, b) => (a.secondsToPay ?? 0) - (b.secondsToPay ?? 0))
}

const NONE: readonly HeldOrder[] = []

/** A payment under way is awaited, and not made once more. */
function isPayable({ secondsToPay, payment }: PastOrder): boolean {
  return secondsToPay !== null && secondsToPay > 0 && payment?.status !== 'pending' && payment?.status !== 'approved'
}

/** Seconds that are left to pay, by the server's clock: `readAt` is when it answered with so many, by this device's. */
export function useTimeToPay(seconds: number | null | undefined, readAt: number): number | null {
  return useRemaining(typeof seconds === 'number' ? new Date(readAt + seconds * 1000).toISOString() : null)
}
