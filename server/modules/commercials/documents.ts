/** Files that this module makes of its lists. */
import type { EventCost, listCosts } from '#contract/events/commercials-costs.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { day } from '#server/shared/csv.ts'

export const costsTable: CsvTable<typeof listCosts, EventCost> = {
  name: 'costos',
  rows: ({ eventCosts }) => eventCosts,
  columns: [
    { header: 'Tipo', cell: ({ costType }) => costType },
    { header: 'Importe', cell: ({ amount }) => amount, isMoney: true },
    { header: 'Cargado', cell: ({ createdAt }) => day(createdAt) },
  ],
}
