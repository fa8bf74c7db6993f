/**
 * Every screen there is, and what the program derives from it: addresses (`paths`), routes, guards, navigation, the tab's
 * title, what the server answers and what robots leave alone. A screen is its entry here and its own file.
 */
import { brand } from './brand.ts'
import type { Screen } from './screen.ts'
import { godScreens } from './screens-god.ts'

export type { Screen }

const paymentResult = { title: 'Tu compra', area: 'public', file: 'public/checkout/PaymentResultScreen' } as const
const organizerForm = {
  title: 'Pedí ser organizador',
  area: 'public',
  file: 'public/organize/OrganizerFormScreen',
} as const
const legalText = { area: 'public', file: 'public/legal/LegalScreen', isIndexed: true } as const

export const screens = {
  home: { path: '/', title: brand.subtitle, area: 'public', file: 'public/events/HomeScreen', isIndexed: true },
  events: { path: '/eventos', title: 'Eventos', area: 'public', file: 'public/events/EventsScreen', isIndexed: true },
  event: { path: '/evento/:id', title: 'Evento', area: 'public', file: 'public/events/EventScreen', isIndexed: true },
  company: {
    path: '/organizacion/:companyName',
    title: 'Organización',
    area: 'public',
    file: 'public/events/CompanyScreen',
    isIndexed: true,
  },
  checkout: { path: '/buy-ticket', title: 'Comprar entradas', area: 'public', file: 'public/checkout/BuyTicketScreen' },
  paySuccess: { ...paymentResult, path: '/buy-ticket/success' },
  payPending: { ...paymentResult, path: '/buy-ticket/pending' },
  payFailure: { ...paymentResult, path: '/buy-ticket/failure' },
  /** The second family of the result screens (rule R16.12). */
  paymentSuccess: { ...paymentResult, path: '/payment-success' },
  paymentPending: { ...paymentResult, path: '/payment-pending' },
  paymentFailure: { ...paymentResult, path: '/payment-failure' },
  ticketLink: {
    path: '/entrada/:token',
    title: 'Tu entrada',
    area: 'public',
    file: 'public/TicketLinkScreen',
    hasSecretAddress: true,
  },
  /** The short terms of use; `/terms-and-conditions` are those of buying. */
  termsOfUse: { ...legalText, path: '/terms', title: 'Términos de uso' },
  terms: { ...legalText, path: '/terms-and-conditions', title: 'Términos y condiciones de compra' },
  privacy: { ...legalText, path: '/privacy-policy', title: 'Política de privacidad' },
  refundPolicy: {
    path: '/devolucion',
    title: 'Devoluciones y arrepentimiento',
    area: 'public',
    file: 'public/refunds/RefundPolicyScreen',
    isIndexed: true,
  },
  regret: {
    path: '/devolucion/:codigo',
    title: 'Tu arrepentimiento',
    area: 'public',
    file: 'public/refunds/RegretScreen',
    hasSecretAddress: true,
  },

  move: {
    path: '/cambio/:id',
    title: 'Cambió tu evento',
    area: 'public',
    file: 'public/refunds/MoveScreen',
    hasSecretAddress: true,
  },

  registerOrganizer: {
    path: '/register-organizer',
    title: 'Organizá tu evento',
    area: 'public',
    file: 'public/organize/RegisterOrganizerScreen',
    isIndexed: true,
  },
  /** Leads to the first step of the form. */
  organizeAlone: {
    title: organizerForm.title,
    area: 'public',
    path: '/register-organizer/individual',
    movedTo: '/register-organizer/individual/persona',
  },
  organizeAloneStep: { ...organizerForm, path: '/register-organizer/individual/:paso' },
  organizeTogether: {
    ...organizerForm,
    path: '/register-organizer/group',
    movedTo: '/register-organizer/group/persona',
  },
  organizeTogetherStep: { ...organizerForm, path: '/register-organizer/group/:paso' },
  organizerRequest: {
    path: '/validate-organizer-role',
    title: 'Tu pedido para organizar',
    area: 'client',
    file: 'public/organize/OrganizerRequestScreen',
    who: 'signedIn',
  },

  login: { path: '/login', title: 'Ingresar', area: 'public', file: 'account/sign-in/LoginScreen', isIndexed: true },
  register: {
    path: '/register',
    title: 'Crear cuenta',
    area: 'public',
    file: 'account/sign-in/RegisterScreen',
    isIndexed: true,
  },
  adminLogin: {
    path: '/admin-login',
    title: 'Ingreso del equipo',
    area: 'public',
    file: 'account/sign-in/AdminLoginScreen',
  },
  forgotPassword: {
    path: '/forgot-password',
    title: 'Recuperar contraseña',
    area: 'public',
    file: 'account/sign-in/ForgotPasswordScreen',
  },
  resetPassword: {
    path: '/reset-password',
    title: 'Elegí una contraseña nueva',
    area: 'public',
    file: 'account/sign-in/ResetPasswordScreen',
    hasSecretAddress: true,
  },
  activateAccount: {
    path: '/activate-account',
    title: 'Activá tu cuenta',
    area: 'public',
    file: 'account/sign-in/ActivateAccountScreen',
    hasSecretAddress: true,
  },
  /** Return address of the third-party sign-in. */
  loginSuccess: {
    path: '/login/success',
    title: 'Ingresando',
    area: 'public',
    file: 'account/sign-in/LoginSuccessScreen',
    hasSecretAddress: true,
  },

  clientDashboard: {
    path: '/cliente/dashboard',
    title: 'Mis entradas',
    area: 'client',
    file: 'buyer/TicketsScreen',
    nav: { client: { label: 'Entradas', icon: 'ticket' } },
  },
  clientHistory: {
    path: '/cliente/historial',
    title: 'Mis compras',
    area: 'client',
    file: 'buyer/PurchasesScreen',
    // For every account but the legal one, which buys nothing.
    who: ['CLIENT'],
    nav: { client: { label: 'Compras', icon: 'receipt' } },
  },
  clientProfile: { path: '/cliente/perfil', title: 'Mi Perfil', area: 'client', movedTo: '/perfil' },
  profile: {
    path: '/perfil',
    title: 'Mi Perfil',
    area: 'client',
    file: 'account/profile/ProfileScreen',
    who: 'signedIn',
    nav: { client: { label: 'Perfil', icon: 'person' } },
  },
  editProfile: {
    path: '/perfil/editar',
    title: 'Editar Perfil',
    area: 'client',
    file: 'account/profile/EditProfileScreen',
    who: 'signedIn',
  },
  deleteAccount: {
    path: '/perfil/eliminar-cuenta',
    title: 'Eliminar mi cuenta',
    area: 'client',
    file: 'account/profile/DeleteAccountScreen',
    who: 'signedIn',
  },
  clientSupport: {
    path: '/cliente/soporte',
    title: 'Ayuda',
    area: 'client',
    file: 'buyer/SupportScreen',
    nav: { client: { label: 'Ayuda', icon: 'help' } },
  },

  organizerEvents: {
    path: '/organizador/eventos',
    title: 'Mis eventos',
    area: 'organizer',
    file: 'organizer/events/EventsScreen',
    help: 'empezar',
    nav: { organizer: { label: 'Eventos', icon: 'calendar' } },
  },
  newEvent: {
    path: '/organizador/eventos/nuevo',
    title: 'Nuevo evento',
    area: 'organizer',
    file: 'organizer/editor/EventEditorScreen',
    help: 'evento',
  },
  eventSummary: {
    path: '/organizador/eventos/:id',
    title: 'Resumen del evento',
    area: 'event',
    file: 'organizer/workspace/EventSummaryScreen',
    help: 'empezar',
    nav: { event: { label: 'Resumen', icon: 'summary' } },
  },
  editEvent: {
    path: '/organizador/eventos/:id/editar',
    title: 'Editar evento',
    area: 'event',
    file: 'organizer/editor/EventEditorScreen',
    help: 'evento',
    nav: { event: { label: 'Editar', icon: 'edit' } },
  },
  eventDiscounts: {
    path: '/organizador/eventos/:id/descuentos',
    title: 'Descuentos del evento',
    area: 'event',
    file: 'organizer/discounts/DiscountsScreen',
    help: 'descuentos',
    who: ['ORGANIZATOR', 'COMERCIAL'],
    nav: { event: { label: 'Descuentos', icon: 'percent' } },
  },
  eventWaiting: {
    path: '/organizador/eventos/:id/espera',
    title: 'Lista de espera del evento',
    area: 'event',
    file: 'organizer/waiting/WaitingScreen',
    help: 'lista-de-espera',
    who: ['ORGANIZATOR', 'COMERCIAL'],
    nav: { event: { label: 'Lista de espera', icon: 'hourglass' } },
  },
  eventRefunds: {
    path: '/organizador/eventos/:id/reembolsos',
    title: 'Reembolsos del evento',
    area: 'event',
    file: 'organizer/refunds/EventRefundsScreen',
    help: 'reembolsos',
    nav: { event: { label: 'Reembolsos', icon: 'refund' } },
  },
  eventRefundTickets: {
    path: '/organizador/eventos/:id/reembolsos/entradas',
    title: 'Devolver entradas',
    area: 'event',
    file: 'organizer/refunds/RefundTicketsScreen',
    help: 'reembolsos',
  },
  eventMassRefund: {
    path: '/organizador/eventos/:id/reembolsos/masivo',
    title: 'Devolver todo el evento',
    area: 'event',
    file: 'organizer/refunds/MassRefundScreen',
    help: 'reembolsos',
  },
  eventNotice: {
    path: '/organizador/eventos/:id/avisos/:aviso',
    title: 'A quiénes avisamos',
    area: 'event',
    file: 'organizer/workspace/NoticePeopleScreen',
  },
  eventTeam: {
    path: '/organizador/eventos/:id/equipo',
    title: 'Equipo del evento',
    area: 'event',
    file: 'organizer/team/TeamScreen',
    help: 'equipo',
    nav: { event: { label: 'Equipo', icon: 'team' } },
  },
  organizerUsers: {
    path: '/organizador/usuarios',
    title: 'Usuarios',
    area: 'organizer',
    file: 'organizer/team/UsersScreen',
    help: 'equipo',
    who: ['ORGANIZATOR', 'admin'],
    nav: { organizer: { label: 'Usuarios', group: 'Equipo y puerta', icon: 'team' } },
  },
  organizerDrinks: {
    path: '/organizador/bebidas',
    title: 'Bebidas',
    area: 'organizer',
    file: 'organizer/drinks/DrinksScreen',
    help: 'bebidas',
    who: ['ORGANIZATOR'],
    nav: { organizer: { label: 'Bebidas', icon: 'drink' } },
  },
  organizerPayments: {
    path: '/organizador/cobros',
    title: 'Cobros',
    area: 'organizer',
    file: 'organizer/payments/PaymentsScreen',
    help: 'cobros',
    who: ['ORGANIZATOR'],
    needs: 'company',
    nav: { organizer: { label: 'Cobros', group: 'Dinero', icon: 'bank' } },
  },
  organizerSettlement: {
    path: '/organizador/liquidaciones',
    title: 'Liquidaciones',
    area: 'organizer',
    file: 'organizer/settlement/SettlementScreen',
    help: 'liquidaciones',
    who: ['ORGANIZATOR'],
    needs: 'company',
    nav: { organizer: { label: 'Liquidaciones', group: 'Dinero', icon: 'receipt' } },
  },
  organizerRefunds: {
    path: '/organizador/reembolsos',
    title: 'Reembolsos',
    area: 'organizer',
    file: 'organizer/refunds/RefundsScreen',
    help: 'reembolsos',
    who: ['ORGANIZATOR'],
    needs: 'company',
    nav: { organizer: { label: 'Reembolsos', group: 'Dinero', icon: 'refund' } },
  },
  /** Return address of the payment provider. */
  paymentAccountConnected: {
    path: '/organizador/mercadopago/success',
    title: 'Mercado Pago conectado',
    area: 'organizer',
    file: 'organizer/payments/ConnectionResultScreen',
    who: ['ORGANIZATOR'],
    needs: 'company',
  },
  paymentAccountFailed: {
    path: '/organizador/mercadopago/error',
    title: 'No se conectó Mercado Pago',
    area: 'organizer',
    file: 'organizer/payments/ConnectionResultScreen',
    who: ['ORGANIZATOR'],
  },
  scanner: {
    path: '/organizador/qr-scanner',
    title: 'Escáner QR',
    area: 'full',
    file: 'scanner/ScannerScreen',
    help: 'puerta',
    who: ['SCANNER', 'ORGANIZATOR'],
    nav: { organizer: { label: 'Escáner QR', group: 'Equipo y puerta', icon: 'door' } },
  },
  help: {
    path: '/organizador/documentacion',
    title: 'Documentación',
    area: 'public',
    file: 'organizer/help/HelpScreen',
    who: ['ORGANIZATOR', 'COMERCIAL', 'RRPP', 'SCANNER', 'admin'],
    nav: { organizer: { label: 'Documentación', icon: 'help' } },
  },
  helpTopic: {
    path: '/organizador/documentacion/:tema',
    title: 'Documentación',
    area: 'public',
    file: 'organizer/help/HelpTopicScreen',
    who: ['ORGANIZATOR', 'COMERCIAL', 'RRPP', 'SCANNER', 'admin'],
  },

  promoterEvents: { path: '/rrpp/eventos', title: 'Eventos RRPP', area: 'public' },
  commercial: { path: '/comerciales', title: 'Dashboard comercial', area: 'public' },

  ...godScreens,
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

/** The same as a list, each with its name. */
export const screenList: readonly (Screen & { readonly name: string })[] = Object.entries(screens).map(
  ([name, screen]) => ({ name, ...screen }),
)
