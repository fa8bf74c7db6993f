/**
 * The addresses that open a screen, beside those whose head a module writes. Any other address answers 404 with the shell,
 * which shows the not-found screen. A test holds this list against `contract/paths.ts`.
 */

export interface Screen {
  readonly path: string
  readonly title: string
  /** Worth a place in search engines. */
  readonly isIndexed?: boolean
  /** The address carries a secret: it is neither indexed nor sent to other sites. */
  readonly hasSecretAddress?: boolean
  /** Source file, from `web/`, of a screen that people come to from outside: its chunk is fetched with the page. */
  readonly file?: string
}

export const screens: readonly Screen[] = [
  { path: '/buy-ticket', title: 'Comprar entradas', file: 'areas/public/BuyTicketScreen.tsx' },
  { path: '/buy-ticket/success', title: 'Compra aprobada', file: 'areas/public/PaymentResultScreen.tsx' },
  { path: '/buy-ticket/pending', title: 'Pago en proceso', file: 'areas/public/PaymentResultScreen.tsx' },
  { path: '/buy-ticket/failure', title: 'El pago no salió', file: 'areas/public/PaymentResultScreen.tsx' },
  { path: '/payment-success', title: 'Compra aprobada', file: 'areas/public/PaymentResultScreen.tsx' },
  { path: '/payment-pending', title: 'Pago en proceso', file: 'areas/public/PaymentResultScreen.tsx' },
  { path: '/payment-failure', title: 'El pago no salió', file: 'areas/public/PaymentResultScreen.tsx' },
  { path: '/entrada/:token', title: 'Tu entrada', hasSecretAddress: true, file: 'areas/public/TicketLinkScreen.tsx' },
  { path: '/login', title: 'Ingresar', isIndexed: true, file: 'areas/account/LoginScreen.tsx' },
  { path: '/register', title: 'Crear cuenta', isIndexed: true, file: 'areas/account/RegisterScreen.tsx' },
  { path: '/forgot-password', title: 'Recuperar contraseña', file: 'areas/account/ForgotPasswordScreen.tsx' },
  { path: '/login/success', title: 'Ingresando', hasSecretAddress: true, file: 'areas/account/LoginSuccessScreen.tsx' },
  {
    path: '/reset-password',
    title: 'Elegí una contraseña nueva',
    hasSecretAddress: true,
    file: 'areas/account/ResetPasswordScreen.tsx',
  },
  {
    path: '/activate-account',
    title: 'Activá tu cuenta',
    hasSecretAddress: true,
    file: 'areas/account/ActivateAccountScreen.tsx',
  },
  { path: '/admin-login', title: 'Ingreso del equipo' },
  { path: '/terms', title: 'Términos de uso', isIndexed: true },
  { path: '/terms-and-conditions', title: 'Términos y condiciones', isIndexed: true },
  { path: '/privacy-policy', title: 'Política de privacidad', isIndexed: true },
  { path: '/devolucion', title: 'Devoluciones y arrepentimiento', isIndexed: true },
  { path: '/perfil', title: 'Mi perfil' },
  { path: '/perfil/editar', title: 'Editar perfil' },
  { path: '/perfil/eliminar-cuenta', title: 'Eliminar mi cuenta' },
  { path: '/cliente/dashboard', title: 'Mis entradas', file: 'areas/buyer/TicketsScreen.tsx' },
  { path: '/cliente/perfil', title: 'Mi perfil' },
  { path: '/cliente/historial', title: 'Mis compras' },
  { path: '/cliente/soporte', title: 'Ayuda' },
  { path: '/organizador/usuarios', title: 'Usuarios' },
  { path: '/organizador/eventos/:id/equipo', title: 'Equipo del evento' },
  { path: '/organizador/eventos', title: 'Mis eventos', file: 'areas/organizer/EventsScreen.tsx' },
  { path: '/organizador/eventos/nuevo', title: 'Nuevo evento' },
  { path: '/organizador/eventos/:id/editar', title: 'Editar evento' },
  { path: '/organizador/qr-scanner', title: 'Escáner QR', file: 'areas/scanner/ScannerScreen.tsx' },
  { path: '/rrpp/eventos', title: 'Eventos RRPP' },
  { path: '/comerciales', title: 'Dashboard comercial' },
  { path: '/god-admin/scanned-tickets', title: 'Entradas escaneadas' },
  { path: '/god-admin/companies', title: 'Organizaciones' },
  { path: '/god-admin/users', title: 'Usuarios' },
  { path: '/god-admin/eliminaciones', title: 'Eliminación de cuentas' },
]
