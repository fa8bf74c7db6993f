/** What the team's screens are called, and their place in the navigation. */
import type { backofficePlaces } from './backoffice-places.ts'
import type { Description } from './screen.ts'

export const godScreens = {
  godAdmin: { title: 'Entradas escaneadas' },
  godCompanies: {
    title: 'Organizaciones',
    file: 'admin/CompaniesScreen',
    nav: { god: { label: 'Organizaciones', icon: 'building' } },
  },
  godRequests: {
    title: 'Solicitudes',
    file: 'admin/RequestsScreen',
    nav: { god: { label: 'Solicitudes', icon: 'person' } },
  },
  godUsers: { title: 'Usuarios' },
  godCommercials: {
    title: 'Comerciales',
    file: 'admin/CommercialsScreen',
    nav: { god: { label: 'Comerciales', icon: 'team' } },
  },
  godMassRefund: {
    title: 'Devoluciones masivas',
    file: 'admin/MassRefundsScreen',
    nav: { god: { label: 'Devoluciones masivas', icon: 'refund' } },
  },
  godRegrets: {
    title: 'Arrepentimientos',
    file: 'admin/RegretsScreen',
    nav: { god: { label: 'Arrepentimientos', icon: 'gavel' } },
  },
  godDeletions: {
    title: 'Eliminación de cuentas',
    file: 'admin/DeletionsScreen',
    nav: { god: { label: 'Eliminación de cuentas', icon: 'trash' } },
  },
} as const satisfies { readonly [Name in keyof typeof backofficePlaces]?: Description }
