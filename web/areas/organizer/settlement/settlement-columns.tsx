import { formatDay } from '#contract/values/dates.ts'
import { formatMoney } from '#contract/values/money.ts'
import { figures } from '#contract/values/figures.ts'
import { paths } from '#contract/api/paths.ts'
import type { SettledFigures } from '#contract/companies/settlement.ts'
import { figure, money, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import type { settlement } from './settlement-list.ts'

/**
 * The charges share one column; the fall above, which defines most figures, and the files split them. Costs are a column only if there are some, what they
 * leave stands above; cash that promoters hold is a part of what is kept.
 */
export function settlementColumns(totals: SettledFigures | undefined): Columns<typeof settlement> {
  const chargesOf = ({ platformCents, providerCents }: SettledFigures) => platformCents + providerCents
  const costs: Columns<typeof settlement> = [
    money(figures.costs.label, ({ costCents }) => costCents, { look: 'quiet', totalCents: totals?.costCents }),
  ]
  return [
    twoLines(
      'Evento',
      ({ id, name, startDate }) => ({
        title: name,
        to: paths.eventSummary(id),
        detail: startDate && formatDay(startDate),
      }),
      { sort: 'name', total: 'Total' },
    ),
    figure(figures.paidTickets, ({ tickets }) => tickets, { totalCount: totals?.tickets }),
    money(figures.paid.label, ({ paidCents }) => paidCents, { sort: 'paid', totalCents: totals?.paidCents }),
    money(figures.refunded.label, ({ refundedCents }) => refundedCents, {
      look: 'quiet',
      totalCents: totals?.refundedCents,
    }),
    money(figures.charges, chargesOf, { look: 'quiet', totalCents: totals && chargesOf(totals) }),
    money(figures.commissions.label, ({ commissionCents }) => commissionCents, {
      look: 'quiet',
      totalCents: totals?.commissionCents,
    }),
    money(
      figures.kept.label,
      ({ keptCents, promoterCashCents }) => ({
        cents: keptCents,
        detail: promoterCashCents !== 0 && `${formatMoney(promoterCashCents)} en manos de tus RRPP`,
      }),
      { sort: 'kept', look: 'strong', totalCents: totals?.keptCents },
    ),
    ...(totals && totals.costCents !== 0 ? costs : []),
  ]
}
