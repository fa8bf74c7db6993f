/** What commercials' screens are called, and their place in the navigation. */
import type { backofficePlaces } from './backoffice-places.ts'
import type { Description } from './screen.ts'

export const commercialScreens = {
  commercial: {
    title: 'Dashboard Comercial',
    file: 'commercial/DashboardScreen',
    nav: { commercial: { label: 'Eventos', icon: 'calendar' } },
  },
  commercialDashboard: { title: 'Dashboard Comercial' },
  commercialUsers: {
    title: 'Personas de tus eventos',
    file: 'commercial/PeopleScreen',
    nav: { commercial: { label: 'Personas', icon: 'team' } },
  },
  commercialEvent: { title: 'Tu evento', file: 'commercial/event/AssignedEventScreen' },
  commercialMetrics: { title: 'Métricas del evento', file: 'commercial/event/AssignedMetricsScreen' },
} as const satisfies { readonly [Name in keyof typeof backofficePlaces]?: Description }
