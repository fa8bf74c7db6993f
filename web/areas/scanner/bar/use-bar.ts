import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { findVouchers, type ServedVoucher } from '#contract/sales/bar.ts'
import { listDrinks } from '#contract/events/drinks.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { endpointQuery } from '#web/api/query.ts'
import { giveFeedback } from '../feedback.ts'
import { refusedVerdict, type Verdict } from '../scan-messages.ts'

/** Whether the event has a menu; without one, door staff do not choose between door and bar. */
export function useHasBar(eventId: string): boolean {
  const menu = useQuery(endpointQuery(listDrinks, { params: { id: eventId }, query: { limit: 1 } }))
  return (menu.data?.data.totalDrinks ?? 0) > 0
}

export interface ScannedTicket extends Answer<typeof findVouchers> {
  /** The scanned code: every redemption sends it again. */
  readonly code: string
}

/** The ticket that is at the bar now, or why its code gives nothing. */
export function useBar(eventId: string) {
  const [scanned, setScanned] = useState<ScannedTicket | null>(null)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [isAsking, setAsking] = useState(false)
  const last = useRef('')
  const isBusy = useRef(false)
  const scan = async (code: string) => {
    if (isBusy.current) return
    isBusy.current = true
    last.current = code
    setAsking(true)
    try {
      const found = await call(findVouchers, { params: { id: eventId }, body: { code } })
      setVerdict(null)
      setScanned({ ...found, code })
      giveFeedback(found.vouchers.some(({ redeemedAt }) => redeemedAt === null) ? 'pass' : 'other')
    } catch (error) {
      if (!isApiFailure(error)) throw error
      const refused = refusedVerdict(error)
      setVerdict(refused)
      giveFeedback(refused.tone)
    } finally {
      isBusy.current = false
      setAsking(false)
    }
  }
  const change = (voucher: ServedVoucher) =>
    setScanned(
      (before) =>
        before && { ...before, vouchers: before.vouchers.map((each) => (each.id === voucher.id ? voucher : each)) },
    )
  return {
    scanned,
    verdict,
    isAsking,
    scan,
    change,
    retry: () => void scan(last.current),
    dismiss: () => setVerdict(null),
    next: () => setScanned(null),
  }
}
