/** Files that are made of the lists of those who manage events. */
import type { DashboardEvent, getEventsDashboard } from '#contract/events/events-managed.ts'
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
    { header: 'Vendidas', cell: ({ sold }) => sold },
    { header: 'Capacidad', cell: ({ capacity }) => capacity },
    { header: 'Sin pagar', cell: ({ held }) => held },
    { header: 'Ingresaron', cell: ({ scanned }) => scanned },
    { header: 'Recaudado en pesos', cell: ({ amount }) => amount },
  ],
}
