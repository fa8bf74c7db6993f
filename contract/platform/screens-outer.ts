/** The screens of visitors and buyers, and what everybody with an account has. */
import { brand } from './brand.ts'
import type { Screen } from './screen.ts'

const paymentResult = {
  title: 'Tu compra',
  area: 'public',
  file: 'public/purchase/PaymentResultScreen',
} as const
const organizerForm = {
  title: 'Pedí ser organizador',
  area: 'public',
  file: 'public/organize/OrganizerFormScreen',
} as const
const legalText = { area: 'public', file: 'public/legal/LegalScreen', isIndexed: true } as const

export const outerScreens = {
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
  raffle: { path: '/sorteo/:id', title: 'Sorteo', area: 'public', file: 'public/raffles/RaffleScreen' },
  checkout: { path: '/buy-ticket', title: 'Comprar entradas', area: 'public', file: 'public/checkout/BuyTicketScreen' },
  paySuccess: { ...paymentResult, path: '/buy-ticket/success' },
  payPending: { ...paymentResult, path: '/buy-ticket/pending' },
  payFailure: { ...paymentResult, path: '/buy-ticket/failure' },
  /** The second family of the result screens (rule R16.12). */
  paymentSuccess: { ...paymentResult, path: '/payment-success' },
  paymentPending: { ...paymentResult, path: '/payment-pending' },
  paymentFailure: { ...paymentResult, path: '/payment-failure' },
  guestOrder: {
    path: '/compra/:id',
    title: 'Tu compra',
    area: 'public',
    file: 'public/purchase/GuestOrderScreen',
    hasSecretAddress: true,
  },
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
} as const satisfies Record<string, Screen>
