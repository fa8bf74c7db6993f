import type { CompanyState } from '#contract/companies/companies-managed.ts'
import type { StateLabels } from '#web/features/lists/states.ts'

export const companyStates: StateLabels<CompanyState> = {
  approved: { one: 'Aprobada', many: 'Aprobadas', tone: 'yerba' },
  pending: { one: 'Pendiente', many: 'Pendientes', tone: 'sol' },
  needs_changes: { one: 'Con cambios pedidos', many: 'Con cambios pedidos', tone: 'sol', slug: 'con-cambios' },
  rejected: { one: 'Rechazada', many: 'Rechazadas', tone: 'rojo' },
  blocked: { one: 'Bloqueada', many: 'Bloqueadas', tone: 'rojo' },
}
