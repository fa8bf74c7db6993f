/** Files that this module makes of its lists. */
import type { DeletionRow, DeletionState, listDeletions } from '#contract/accounts/privacy.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { day } from '#server/shared/csv.ts'

const states: Record<DeletionState, string> = {
  pending: 'Pendiente',
  in_review: 'En revisión',
  completed: 'Eliminada',
  rejected: 'Rechazada',
  cancelled: 'Cancelada',
}

export const deletionsTable: CsvTable<typeof listDeletions, DeletionRow> = {
  name: 'solicitudes-de-eliminacion',
  rows: ({ requests }) => requests,
  columns: [
    { header: 'Nombre', cell: ({ person }) => person.name },
    { header: 'Email', cell: ({ person }) => person.mail },
    { header: 'Teléfono', cell: ({ person }) => person.phone },
    { header: 'Estado', cell: ({ state, isProcessing }) => (isProcessing ? 'Eliminando' : states[state]) },
    { header: 'Pedida', cell: ({ requestedAt }) => day(requestedAt) },
    { header: 'Vence', cell: ({ dueOn }) => dueOn },
    { header: 'Vencida', cell: ({ isOverdue }) => isOverdue },
    { header: 'Por qué se va', cell: ({ reason }) => reason },
    { header: 'Entradas que pierde', cell: ({ ticketsGivenUp }) => ticketsGivenUp },
    { header: 'Resolvió', cell: ({ resolvedBy }) => resolvedBy },
    { header: 'Motivo del rechazo', cell: ({ rejectionReason }) => rejectionReason },
    { header: 'Terminó', cell: ({ endedAt }) => day(endedAt) },
  ],
}
