/** Every address of a screen, as a function: links in the web, in mails and in the provider's return addresses agree by construction. */
const encode = encodeURIComponent

export const paths = {
  home: () => '/',
  events: () => '/eventos',
  event: (id: string | number) => `/evento/${encode(id)}`,
  company: (slug: string) => `/organizacion/${encode(slug)}`,
  buyTicket: (eventId: string) => `/buy-ticket?eventId=${encode(eventId)}`,
  pay: (publicId: string, signature: string) => `/pagar/${encode(publicId)}?s=${encode(signature)}`,
  payResult: (result: 'success' | 'pending' | 'failure', query: { platform: string; eventId: string; order: string }) =>
    `/buy-ticket/${result}?platform=${encode(query.platform)}&eventId=${encode(query.eventId)}&order=${encode(query.order)}`,
  /** The second family of the result screens (rule R16.12). */
  paymentSuccess: () => '/payment-success',
  paymentPending: () => '/payment-pending',
  paymentFailure: () => '/payment-failure',
  login: () => '/login',
  register: () => '/register',
  /** Where the third-party sign-in comes back to. */
  loginSuccess: () => '/login/success',
  forgotPassword: () => '/forgot-password',
  /** Without a token the bare address; mails carry it after `#`, so that it reaches no server log and no Referer. */
  resetPassword: (token?: string) => `/reset-password${token === undefined ? '' : `#token=${encode(token)}`}`,
  activateAccount: (token?: string) => `/activate-account${token === undefined ? '' : `#token=${encode(token)}`}`,
  adminLogin: () => '/admin-login',
  /** The short terms of use; `/terms-and-conditions` are those of buying. */
  termsOfUse: () => '/terms',
  terms: () => '/terms-and-conditions',
  privacy: () => '/privacy-policy',
  refundPolicy: () => '/devolucion',
  profile: () => '/perfil',
  editProfile: () => '/perfil/editar',
  deleteAccount: () => '/perfil/eliminar-cuenta',
  ticketLink: (token: string) => `/entrada/${encode(token)}`,
  clientDashboard: () => '/cliente/dashboard',
  clientProfile: () => '/cliente/perfil',
  clientHistory: () => '/cliente/historial',
  clientSupport: () => '/cliente/soporte',
  organizerEvents: () => '/organizador/eventos',
  newEvent: () => '/organizador/eventos/nuevo',
  organizerUsers: () => '/organizador/usuarios',
  eventTeam: (id: string) => `/organizador/eventos/${encode(id)}/equipo`,
  editEvent: (id: string) => `/organizador/eventos/${encode(id)}/editar`,
  scanner: () => '/organizador/qr-scanner',
  promoterEvents: () => '/rrpp/eventos',
  commercial: () => '/comerciales',
  godAdmin: () => '/god-admin/scanned-tickets',
  godCompanies: () => '/god-admin/companies',
  godUsers: () => '/god-admin/users',
  godDeletions: () => '/god-admin/eliminaciones',
  media: (file: string) => `/media/${file}`,
} as const
