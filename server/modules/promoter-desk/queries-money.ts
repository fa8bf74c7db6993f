/** A promoter's money by event, as their screens show it. */
import type { Core } from '#server/context.ts'
import type { PromoterBalance } from '#contract/events/commissions.ts'
import { listBalances } from '#server/modules/commissions/queries-balances.ts'

/** By event in which they ever had a part. */
export async function moneyByEvent(app: Core, promoterId: string): Promise<ReadonlyMap<string, PromoterBalance>> {
  const balances = await listBalances(app, { promoterId })
  return new Map(balances.map(({ eventId, promoterId: _, ...balance }) => [eventId, balance]))
}
