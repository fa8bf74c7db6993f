/** Files that this module makes of its lists. */
import type { DashboardUser, getUsersDashboard } from '#contract/accounts/people.ts'
import { roleNames } from '#contract/accounts/role-names.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { day } from '#server/shared/csv.ts'

const states: Record<DashboardUser['state'], string> = {
  pending: 'Sin activar',
  active: 'Activa',
  blocked: 'Bloqueada',
}

export const usersTable: CsvTable<typeof getUsersDashboard, DashboardUser> = {
  name: 'usuarios',
  rows: ({ users }) => users,
  columns: [
    { header: 'Nombre', cell: ({ name }) => name },
    { header: 'Usuario', cell: ({ username }) => username },
    { header: 'Email', cell: ({ mail }) => mail },
    { header: 'Teléfono', cell: ({ phone }) => phone },
    { header: 'Cuenta', cell: ({ state }) => states[state] },
    { header: 'Roles', cell: ({ roles }) => roles.map((role) => roleNames[role]).join(', ') },
    {
      header: 'Eventos en los que trabaja',
      cell: ({ assignments }) => [...new Set(assignments.map(({ eventName }) => eventName))].join(', '),
    },
    { header: 'Entradas', cell: ({ tickets }) => tickets },
    { header: 'Desde', cell: ({ since }) => day(since) },
  ],
}
