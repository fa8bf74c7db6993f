/** How a settlement between an organizer and a promoter reads, on either side. */
import type { PromoterSettlement, SettlementState } from '#contract/events/commissions.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { StateLabels } from '#web/features/lists/states.ts'

export const settlementStates: StateLabels<SettlementState> = {
  proposed: { one: 'Por confirmar', many: 'Por confirmar', tone: 'sol' },
  confirmed: { one: 'Confirmada', many: 'Confirmadas', tone: 'yerba' },
  withdrawn: { one: 'Retirada', many: 'Retiradas', tone: 'neutral' },
}

/** What of it is commission and what is cash of sales. */
export function settledParts({
  commissionCents,
  handedInCents,
}: Pick<PromoterSettlement, 'commissionCents' | 'handedInCents'>): string[] {
  return [
    commissionCents > 0 && `${formatMoney(commissionCents)} de comisión`,
    commissionCents < 0 && `${formatMoney(-commissionCents)} de comisión que vuelve`,
    handedInCents > 0 && `${formatMoney(handedInCents)} de efectivo rendido`,
    handedInCents < 0 && `${formatMoney(-handedInCents)} de efectivo que vuelve`,
  ].filter((part) => part !== false)
}

/** Cash of sales as its promoter reads it: what they owe. */
export function cashStat(cashCents: number) {
  return {
    label: 'Debés (efectivo)',
    definition: 'Lo que cobraste en persona y todavía no entregaste a quien organiza.',
    value: formatMoney(cashCents),
    ...(cashCents > 0 && { tone: 'sol' as const }),
  }
}
