/** Files that are made of the lists of those who manage events. */
import type { DashboardEvent, getEventsDashboard } from '#contract/events/events-managed.ts'
import { figures } from '#contract/values/figures.ts'
import { toPesos } from '#contract/values/money.ts'
import type { CsvTable } from '#server/http/list-export.ts'

const states: Record<DashboardEvent['state'], string> = {
  pending: 'Borrador',
  active: 'Publicado',
  inactive: 'Pausado',
  success: 'Finalizado',
  cancelled: 'Cancelado',
}

export const eventsTable: CsvTable<typeof getEventsDashboard, DashboardEvent> = {
  name: 'eventos',
  rows: ({ events }) => events,
  columns: [
    { header: 'Evento', cell: ({ name }) => name },
    { header: 'Fecha', cell: ({ dateEvent }) => dateEvent },
    { header: 'Hora', cell: ({ startTime }) => startTime },
    { header: 'Lugar', cell: ({ Location }) => Location.name },
    { header: 'Ciudad', cell: ({ Location }) => Location.city },
    { header: 'Estado', cell: ({ state, isExpired }) => states[state === 'active' && isExpired ? 'success' : state] },
    { header: figures.sold.label, cell: ({ sold }) => sold },
    { header: figures.capacity.label, cell: ({ capacity }) => capacity },
    { header: figures.held.label, cell: ({ held }) => held },
    { header: figures.admitted.label, cell: ({ scanned }) => scanned },
    { header: `${figures.paid.label} en pesos`, cell: ({ paidCents }) => toPesos(paidCents), isMoney: true },
  ],
}
