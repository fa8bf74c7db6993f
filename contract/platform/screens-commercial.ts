/** What commercials' screens are called, and their place in the navigation. */
import type { backofficePlaces } from './backoffice-places.ts'
import type { Description } from './screen.ts'

export const commercialScreens = {
  commercial: { title: 'Dashboard comercial' },
  commercialDashboard: { title: 'Dashboard comercial' },
  commercialEvent: { title: 'Tu evento' },
  commercialMetrics: { title: 'Métricas del evento' },
} as const satisfies { readonly [Name in keyof typeof backofficePlaces]?: Description }
