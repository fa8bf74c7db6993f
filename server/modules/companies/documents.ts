/** Files that this module makes of its lists. */
import type { CompanyRow, CompanyState, listCompanies } from '#contract/companies/companies-managed.ts'
import { toPesos } from '#contract/values/money.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { day } from '#server/shared/csv.ts'

const states: Record<CompanyState, string> = {
  pending: 'Pendiente',
  approved: 'Aprobada',
  needs_changes: 'Con cambios pedidos',
  rejected: 'Rechazada',
  blocked: 'Bloqueada',
}

export const companiesTable: CsvTable<typeof listCompanies, CompanyRow> = {
  name: 'organizaciones',
  rows: ({ companies }) => companies,
  columns: [
    { header: 'Organización', cell: ({ name }) => name },
    { header: 'Estado', cell: ({ state }) => states[state] },
    { header: 'Desde', cell: ({ createdAt }) => day(createdAt) },
    { header: 'Eventos', cell: ({ totalEvents }) => totalEvents },
    { header: 'Eventos a la venta', cell: ({ totalActiveEvents }) => totalActiveEvents },
    { header: 'Puede cobrar', cell: ({ canSellPaid }) => canSellPaid },
    { header: 'Sin saldo para devolver', cell: ({ areSalesStopped }) => areSalesStopped },
    { header: 'Cargo (%)', cell: ({ serviceFee }) => serviceFee.percentBps / 100 },
    { header: 'Cargo fijo', cell: ({ serviceFee }) => toPesos(serviceFee.fixedCents), isMoney: true },
    { header: 'Cargo mínimo', cell: ({ serviceFee }) => toPesos(serviceFee.leastCents), isMoney: true },
    {
      header: 'Cargo máximo',
      cell: ({ serviceFee }) => serviceFee.mostCents && toPesos(serviceFee.mostCents),
      isMoney: true,
    },
  ],
}
