/** What a settlement pays and takes off a debt, by what was counted. Pure; amounts in centavos. */
import type { PromoterBalance, PromoterSettlement } from '#contract/events/commissions.ts'

type Due = Pick<PromoterBalance, 'owedCents' | 'cashCents'>
type Settled = Pick<PromoterSettlement, 'commissionCents' | 'handedInCents'>

/** What one hands over once both sides are set off: above zero the promoter, below zero the organizer. */
export function netOf({ owedCents, cashCents }: Due): number {
  return cashCents - owedCents
}

/**
 * Sets off the smaller side against the larger one, of which `countedCents` more is settled: of what promoters owe their cash first, of
 * what they are owed their commission. Null for more than is due, for money that goes the other way, and where nothing is settled.
 */
export function splitSettlement(due: Due, countedCents: number): Settled | null {
  const netCents = netOf(due)
  if (Math.abs(countedCents) > Math.abs(netCents) || countedCents * netCents < 0) return null
  const debt = { cash: Math.max(due.cashCents, 0), commission: Math.max(-due.owedCents, 0) }
  const credit = { cash: Math.max(-due.cashCents, 0), commission: Math.max(due.owedCents, 0) }
  const [less, more] = netCents >= 0 ? [credit, debt] : [debt, credit]
  const settledCents = less.cash + less.commission + Math.abs(countedCents)
  const first = netCents >= 0 ? 'cash' : 'commission'
  const part = Math.min(more[first], settledCents)
  const settled =
    first === 'cash' ? { cash: part, commission: settledCents - part } : { commission: part, cash: settledCents - part }
  const [ofDebt, ofCredit] = netCents >= 0 ? [settled, less] : [less, settled]
  const commissionCents = ofCredit.commission - ofDebt.commission
  const handedInCents = ofDebt.cash - ofCredit.cash
  return commissionCents === 0 && handedInCents === 0 ? null : { commissionCents, handedInCents }
}

/** Whether a settlement still takes no more than is due on either side. */
export function isStillDue({ owedCents, cashCents }: Due, { commissionCents, handedInCents }: Settled): boolean {
  return isWithin(commissionCents, owedCents) && isWithin(handedInCents, cashCents)
}

const isWithin = (partCents: number, wholeCents: number) =>
  partCents === 0 || (Math.sign(partCents) === Math.sign(wholeCents) && Math.abs(partCents) <= Math.abs(wholeCents))
