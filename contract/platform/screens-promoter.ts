/** What promoters' screens are called, and their place in the navigation. */
import type { backofficePlaces } from './backoffice-places.ts'
import type { Description } from './screen.ts'

export const promoterScreens = {
  promoterDashboard: { title: 'Eventos RRPP' },
  promoterEvents: {
    title: 'Eventos RRPP',
    file: 'promoter/PromotedEventsScreen',
    help: 'rrpp',
    nav: { promoter: { label: 'Eventos', icon: 'calendar' } },
  },
  promoterEvent: { title: 'Tu evento', file: 'promoter/PromotedEventScreen', help: 'rrpp' },
  promoterTickets: {
    title: 'Lo que diste y vendiste',
    file: 'promoter/tickets/PromoterTicketsScreen',
    help: 'rrpp',
  },
  promoterSettlement: {
    title: 'Liquidación',
    file: 'promoter/PromoterSettlementScreen',
    help: 'rrpp',
    nav: { promoter: { label: 'Liquidación', icon: 'receipt' } },
  },
} as const satisfies { readonly [Name in keyof typeof backofficePlaces]?: Description }
