import { useQuery } from '@tanstack/react-query'
import { getPromoterPosition } from '#contract/events/commissions.ts'
import type { EventPromoter } from '#contract/promoters/promoter-desk-promoters.ts'
import { formatMoney } from '#contract/values/money.ts'
import { endpointQuery } from '#web/api/query.ts'

/** What stays to be settled with a promoter who is taken off the team; empty where nothing does. */
export function openAccountsWords({
  unpaidCents,
  cashInHandCents,
}: Pick<EventPromoter, 'unpaidCents' | 'cashInHandCents'>): string {
  const parts = [
    unpaidCents > 0 && `le debés ${formatMoney(unpaidCents)} de comisión`,
    unpaidCents < 0 && `te debe ${formatMoney(-unpaidCents)} de comisión que cobró de más`,
    cashInHandCents > 0 && `tiene ${formatMoney(cashInHandCents)} tuyos en efectivo`,
  ].filter((part) => part !== false)
  return parts.length === 0
    ? ''
    : `Quedan cuentas por saldar: ${parts.join(' y ')}. Después la liquidás desde el equipo del evento.`
}

/** The same of one promoter, read for it. Nothing until it is read: the question can be answered without it. */
export function OpenAccounts({ eventId, promoterId }: { eventId: string; promoterId: string }) {
  const params = { id: eventId, rrppId: promoterId }
  const { data } = useQuery(endpointQuery(getPromoterPosition, { params }, { fresh: true }))
  if (!data) return null
  const { earnedCents, paidCents, cashCents } = data.balance
  const words = openAccountsWords({ unpaidCents: earnedCents - paidCents, cashInHandCents: cashCents })
  return words === '' ? null : <p className="mt-3">{words}</p>
}
