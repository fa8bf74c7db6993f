/** Files that this module makes of its lists. */
import { figures, resultCents } from '#contract/values/figures.ts'
import { toPesos } from '#contract/values/money.ts'
import type { getSettlement, SettlementRow } from '#contract/companies/settlement.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { day, type CsvColumn } from '#server/shared/csv.ts'

const money = (header: string, cents: (row: SettlementRow) => number): CsvColumn<SettlementRow> => ({
  header,
  cell: (row) => toPesos(cents(row)),
  isMoney: true,
})

export const settlementTable: CsvTable<typeof getSettlement, SettlementRow> = {
  name: 'liquidacion',
  rows: ({ events }) => events,
  columns: [
    { header: 'Evento', cell: ({ name }) => name },
    { header: 'Fecha', cell: ({ startDate }) => day(startDate) },
    { header: figures.paidTickets.label, cell: ({ tickets }) => tickets },
    { header: figures.sales.label, cell: ({ sales }) => sales },
    money(figures.paid.label, ({ paidCents }) => paidCents),
    money(figures.refunded.label, ({ refundedCents }) => refundedCents),
    money(figures.platform.label, ({ platformCents }) => platformCents),
    money(figures.provider.label, ({ providerCents }) => providerCents),
    money(figures.commissions.label, ({ commissionCents }) => commissionCents),
    money(figures.kept.label, ({ keptCents }) => keptCents),
    money(figures.costs.label, ({ costCents }) => costCents),
    money(figures.result.label, resultCents),
    money(figures.promoterCash.label, ({ promoterCashCents }) => promoterCashCents),
  ],
}
