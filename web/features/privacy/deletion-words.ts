/** The states of a deletion request, wherever they are shown. */
import type { DeletionState } from '#contract/accounts/privacy.ts'
import type { StateLabels } from '#web/features/lists/states.ts'

export const deletionStates: StateLabels<DeletionState> = {
  pending: { one: 'Pendiente', many: 'Pendientes', tone: 'sol' },
  in_review: { one: 'En revisión', many: 'En revisión', tone: 'celeste' },
  completed: { one: 'Eliminada', many: 'Eliminadas', tone: 'neutral' },
  rejected: { one: 'Rechazada', many: 'Rechazadas', tone: 'rojo' },
  cancelled: { one: 'Cancelada', many: 'Canceladas', tone: 'neutral' },
}

export const deletionFilters = { open: { many: 'Abiertas' }, overdue: { many: 'Vencidas' }, ...deletionStates }
