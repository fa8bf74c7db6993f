/** Files that this module makes of its lists. */
import type { WaitingState } from '#contract/events/waiting-list.ts'
import type { listWaiting, WaitingRow } from '#contract/companies/waiting-list-desk.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { moment } from '#server/shared/csv.ts'

const states: Record<WaitingState, string> = {
  waiting: 'En espera',
  offered: 'Con lugar ofrecido',
  taken: 'Compró',
  lapsed: 'No compró a tiempo',
  left: 'Se bajó',
  closed: 'Cerrada',
}

export const waitingTable: CsvTable<typeof listWaiting, WaitingRow> = {
  name: 'lista-de-espera',
  rows: ({ waiting }) => waiting,
  columns: [
    { header: 'Lugar', cell: ({ position }) => position },
    { header: 'Nombre', cell: ({ name }) => name },
    { header: 'Teléfono', cell: ({ phone }) => phone },
    { header: 'Email', cell: ({ mail }) => mail },
    { header: 'Entrada', cell: ({ ticketType }) => ticketType.name },
    { header: 'Cantidad', cell: ({ quantity }) => quantity },
    { header: 'Estado', cell: ({ state }) => states[state] },
    { header: 'Se anotó', cell: ({ joinedAt }) => moment(joinedAt) },
    { header: 'Lugares ofrecidos', cell: ({ offeredPlaces }) => offeredPlaces },
    { header: 'Ofrecidos', cell: ({ offeredAt }) => moment(offeredAt) },
    { header: 'Hasta', cell: ({ offerUntil }) => moment(offerUntil) },
    { header: 'Terminó', cell: ({ endedAt }) => moment(endedAt) },
  ],
}
