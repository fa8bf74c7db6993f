/** Files that this module makes of its lists. */
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
    { header: 'Entradas', cell: ({ tickets }) => tickets },
    { header: 'Compras', cell: ({ sales }) => sales },
    money('Pagado', ({ paidCents }) => paidCents),
    money('Devuelto', ({ refundedCents }) => refundedCents),
    money('Cargo de Previa', ({ platformCents }) => platformCents),
    money('Mercado Pago', ({ providerCents }) => providerCents),
    money('Comisiones RRPP', ({ commissionCents }) => commissionCents),
    money('Costos', ({ costCents }) => costCents),
    money('Te queda', ({ keptCents }) => keptCents),
  ],
}
