/** The order of this device that was placed without a session and can still be paid. */
import { useQuery } from '@tanstack/react-query'
import { getGuestOrder } from '#contract/sales/checkout-guest.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useTimeToPay } from './held-orders.ts'
import type { StoredHold } from './stored-hold.ts'

const POLL_MILLISECONDS = 10_000

/** There is no stream without a session: it is asked about while it is held and the tab is looked at. */
export function useGuestHold(hold: StoredHold | null) {
  const { publicId = '', token = '' } = hold ?? {}
  const { data, dataUpdatedAt, error } = useQuery({
    ...endpointQuery(
      getGuestOrder,
      { params: { publicId }, query: { token } },
      { fresh: true, enabled: hold !== null },
    ),
    refetchInterval: POLL_MILLISECONDS,
  })
  const status = data?.status
  const isHeld = status !== undefined && ['pay', 'retry'].includes(status.nextStep)
  const remaining = useTimeToPay(isHeld ? status.secondsToPay : null, dataUpdatedAt)
  return {
    held:
      data && isHeld && data.paymentUrl !== null && remaining !== null && remaining > 0
        ? {
            order: data.order,
            paymentUrl: data.paymentUrl,
            wasOpened: data.status.state === 'pending_payment',
            remaining,
          }
        : null,
    isGone:
      isApiFailure(error, 'order_not_found') || ['tickets', 'none', 'choose_again'].includes(status?.nextStep ?? ''),
  }
}
