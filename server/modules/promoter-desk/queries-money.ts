/** A promoter's money by event, as their screens show it. */
import type { Core } from '#server/context.ts'
import { listBalances } from '#server/modules/commissions/queries-balances.ts'

export interface PromoterMoney {
  /** Commission, less what went back with refunds. */
  readonly earnedCents: number
  readonly paidCents: number
  /** Earned and not paid, confirmed or not; below zero where more was paid than is earned now. */
  readonly owedCents: number
  /** Of sales in person, not handed in yet. */
  readonly cashCents: number
}

export const NO_MONEY: PromoterMoney = { earnedCents: 0, paidCents: 0, owedCents: 0, cashCents: 0 }

/** By event; an event in which nothing moved is not in it. */
export async function moneyByEvent(app: Core, promoterId: string): Promise<ReadonlyMap<string, PromoterMoney>> {
  const balances = await listBalances(app, { promoterId })
  return new Map(
    balances.map(({ eventId, earnedCents, paidCents, cashCents }) => [
      eventId,
      { earnedCents, paidCents, owedCents: earnedCents - paidCents, cashCents },
    ]),
  )
}
