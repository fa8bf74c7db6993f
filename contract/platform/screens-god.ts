/** The screens of the team: the part `god` of the register. */
import type { Screen } from './screen.ts'

export const godScreens = {
  godAdmin: { path: '/god-admin/scanned-tickets', title: 'Entradas escaneadas', area: 'god' },
  godCompanies: {
    path: '/god-admin/companies',
    title: 'Organizaciones',
    area: 'god',
    file: 'admin/CompaniesScreen',
    nav: { god: { label: 'Organizaciones', icon: 'building' } },
  },
  godRequests: {
    path: '/god-admin/solicitudes',
    title: 'Solicitudes',
    area: 'god',
    file: 'admin/RequestsScreen',
    who: ['GOD_ADMIN', 'legal'],
    nav: { god: { label: 'Solicitudes', icon: 'person' } },
  },
  godUsers: { path: '/god-admin/users', title: 'Usuarios', area: 'god' },
  godMassRefund: {
    path: '/god-admin/mass-refund',
    title: 'Devoluciones masivas',
    area: 'god',
    file: 'admin/MassRefundsScreen',
    who: ['GOD_ADMIN'],
    nav: { god: { label: 'Devoluciones masivas', icon: 'refund' } },
  },
  godRegrets: {
    path: '/god-admin/arrepentimientos',
    title: 'Arrepentimientos',
    area: 'god',
    file: 'admin/RegretsScreen',
    who: ['GOD_ADMIN', 'legal'],
    nav: { god: { label: 'Arrepentimientos', icon: 'gavel' } },
  },
  godDeletions: {
    path: '/god-admin/eliminaciones',
    title: 'Eliminación de cuentas',
    area: 'god',
    file: 'admin/DeletionsScreen',
    who: ['GOD_ADMIN', 'legal'],
    nav: { god: { label: 'Eliminación de cuentas', icon: 'trash' } },
  },
} as const satisfies Record<string, Screen>
