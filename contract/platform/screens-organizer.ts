/** What the organizer's screens are called, and their place in the navigation. */
import type { backofficePlaces } from './backoffice-places.ts'
import type { Description } from './screen.ts'

export const organizerScreens = {
  organizerEvents: {
    title: 'Mis eventos',
    file: 'organizer/events/EventsScreen',
    help: 'empezar',
    nav: { organizer: { label: 'Eventos', icon: 'calendar' } },
  },
  newEvent: { title: 'Nuevo evento', file: 'organizer/editor/EventEditorScreen', help: 'evento' },
  eventSummary: {
    title: 'Resumen del evento',
    file: 'organizer/workspace/EventSummaryScreen',
    help: 'empezar',
    nav: { event: { label: 'Resumen', icon: 'summary' } },
  },
  editEvent: {
    title: 'Editar evento',
    file: 'organizer/editor/EventEditorScreen',
    help: 'evento',
    nav: { event: { label: 'Editar', icon: 'edit' } },
  },
  eventTickets: {
    title: 'Entradas del evento',
    file: 'organizer/tickets/EventTicketsScreen',
    help: 'entradas',
    nav: { event: { label: 'Entradas', icon: 'ticket' } },
  },
  eventSales: {
    title: 'Ventas del evento',
    file: 'organizer/sales/SalesScreen',
    help: 'entradas',
    nav: { event: { label: 'Ventas', icon: 'receipt' } },
  },
  eventDiscounts: {
    title: 'Descuentos del evento',
    file: 'organizer/discounts/DiscountsScreen',
    help: 'descuentos',
    nav: { event: { label: 'Descuentos', icon: 'percent' } },
  },
  eventWaiting: {
    title: 'Lista de espera del evento',
    file: 'organizer/waiting/WaitingScreen',
    help: 'lista-de-espera',
    nav: { event: { label: 'Lista de espera', icon: 'hourglass' } },
  },
  eventRefunds: {
    title: 'Reembolsos del evento',
    file: 'organizer/refunds/EventRefundsScreen',
    help: 'reembolsos',
    nav: { event: { label: 'Reembolsos', icon: 'refund' } },
  },
  eventRefundTickets: { title: 'Devolver entradas', file: 'organizer/refunds/RefundTicketsScreen', help: 'reembolsos' },
  eventMassRefund: { title: 'Devolver todo el evento', file: 'organizer/refunds/MassRefundScreen', help: 'reembolsos' },
  eventNotice: { title: 'A quiénes avisamos', file: 'organizer/workspace/NoticePeopleScreen' },
  eventChanges: {
    title: 'Cambios de tu comercial',
    file: 'organizer/workspace/EventChangesScreen',
    help: 'comercial',
  },
  eventMetrics: {
    title: 'Métricas del evento',
    file: 'organizer/metrics/EventMetricsScreen',
    nav: { event: { label: 'Métricas', icon: 'chart' } },
  },
  eventTeam: {
    title: 'Equipo del evento',
    file: 'organizer/team/TeamScreen',
    help: 'equipo',
    nav: { event: { label: 'Equipo', icon: 'team' } },
  },
  organizerTickets: {
    title: 'Entradas',
    file: 'organizer/tickets/TicketsScreen',
    help: 'entradas',
    nav: { organizer: { label: 'Entradas', icon: 'ticket' } },
  },
  organizerUsers: {
    title: 'Usuarios',
    file: 'organizer/team/UsersScreen',
    help: 'equipo',
    nav: { organizer: { label: 'Usuarios', group: 'Equipo y puerta', icon: 'team' } },
  },
  organizerDrinks: {
    title: 'Bebidas',
    file: 'organizer/drinks/DrinksScreen',
    help: 'bebidas',
    nav: { organizer: { label: 'Bebidas', icon: 'drink' } },
  },
  organizerRaffles: {
    title: 'Sorteos',
    file: 'organizer/raffles/RafflesScreen',
    help: 'sorteos',
    nav: { organizer: { label: 'Sorteos', icon: 'gift' } },
  },
  organizerCompany: {
    title: 'Organización',
    file: 'organizer/company/OwnCompanyScreen',
    help: 'organizacion',
    needs: 'company',
    nav: { organizer: { label: 'Organización', group: 'Equipo y puerta', icon: 'building' } },
  },
  organizerPayments: {
    title: 'Cobros',
    file: 'organizer/payments/PaymentsScreen',
    help: 'cobros',
    needs: 'company',
    nav: { organizer: { label: 'Cobros', group: 'Dinero', icon: 'bank' } },
  },
  organizerMetrics: {
    title: 'Métricas',
    file: 'organizer/metrics/MetricsScreen',
    nav: { organizer: { label: 'Métricas', icon: 'chart' } },
  },
  businessDashboard: {
    title: 'Tu negocio',
    file: 'organizer/metrics/BusinessScreen',
    nav: { organizer: { label: 'Tu negocio', group: 'Dinero', icon: 'chart' } },
  },
  organizerSettlement: {
    title: 'Liquidaciones',
    file: 'organizer/settlement/SettlementScreen',
    help: 'liquidaciones',
    needs: 'company',
    nav: { organizer: { label: 'Liquidaciones', group: 'Dinero', icon: 'receipt' } },
  },
  organizerRefunds: {
    title: 'Reembolsos',
    file: 'organizer/refunds/RefundsScreen',
    help: 'reembolsos',
    needs: 'company',
    nav: { organizer: { label: 'Reembolsos', group: 'Dinero', icon: 'refund' } },
  },
  paymentAccountConnected: {
    title: 'Mercado Pago conectado',
    file: 'organizer/payments/ConnectionResultScreen',
    needs: 'company',
  },
  paymentAccountFailed: { title: 'No se conectó Mercado Pago', file: 'organizer/payments/ConnectionResultScreen' },
  scanner: {
    title: 'Escáner QR',
    file: 'scanner/ScannerScreen',
    help: 'puerta',
    nav: { organizer: { label: 'Escáner QR', group: 'Equipo y puerta', icon: 'door' } },
  },
  help: {
    title: 'Documentación',
    file: 'organizer/help/HelpScreen',
    nav: { organizer: { label: 'Documentación', icon: 'help' }, promoter: { label: 'Documentación', icon: 'help' } },
  },
  helpTopic: { title: 'Documentación', file: 'organizer/help/HelpTopicScreen' },
} as const satisfies { readonly [Name in keyof typeof backofficePlaces]?: Description }
