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
}

export const screens: readonly Screen[] = [
  { path: '/buy-ticket', title: 'Comprar entradas' },
  { path: '/buy-ticket/success', title: 'Compra aprobada' },
  { path: '/buy-ticket/pending', title: 'Pago en proceso' },
  { path: '/buy-ticket/failure', title: 'El pago no salió' },
  { path: '/payment-success', title: 'Compra aprobada' },
  { path: '/payment-pending', title: 'Pago en proceso' },
  { path: '/payment-failure', title: 'El pago no salió' },
  { path: '/entrada/:token', title: 'Tu entrada', hasSecretAddress: true },
  { path: '/login', title: 'Ingresar', isIndexed: true },
  { path: '/register', title: 'Crear cuenta', isIndexed: true },
  { path: '/forgot-password', title: 'Recuperar contraseña' },
  { path: '/login/success', title: 'Ingresando', hasSecretAddress: true },
  { path: '/reset-password', title: 'Elegí una contraseña nueva', hasSecretAddress: true },
  { path: '/activate-account', title: 'Activá tu cuenta', hasSecretAddress: true },
  { path: '/admin-login', title: 'Ingreso del equipo' },
  { path: '/terms', title: 'Términos de uso', isIndexed: true },
  { path: '/terms-and-conditions', title: 'Términos y condiciones', isIndexed: true },
  { path: '/privacy-policy', title: 'Política de privacidad', isIndexed: true },
  { path: '/devolucion', title: 'Devoluciones y arrepentimiento', isIndexed: true },
  { path: '/perfil', title: 'Mi perfil' },
  { path: '/perfil/editar', title: 'Editar perfil' },
  { path: '/perfil/eliminar-cuenta', title: 'Eliminar mi cuenta' },
  { path: '/cliente/dashboard', title: 'Mis entradas' },
  { path: '/cliente/perfil', title: 'Mi perfil' },
  { path: '/cliente/historial', title: 'Mis compras' },
  { path: '/cliente/soporte', title: 'Ayuda' },
  { path: '/organizador/usuarios', title: 'Usuarios' },
  { path: '/organizador/eventos/:id/equipo', title: 'Equipo del evento' },
  { path: '/organizador/eventos', title: 'Mis eventos' },
  { path: '/organizador/eventos/nuevo', title: 'Nuevo evento' },
  { path: '/organizador/eventos/:id/editar', title: 'Editar evento' },
  { path: '/organizador/qr-scanner', title: 'Escáner QR' },
  { path: '/rrpp/eventos', title: 'Eventos RRPP' },
  { path: '/comerciales', title: 'Dashboard comercial' },
  { path: '/god-admin/scanned-tickets', title: 'Entradas escaneadas' },
  { path: '/god-admin/companies', title: 'Organizaciones' },
  { path: '/god-admin/users', title: 'Usuarios' },
  { path: '/god-admin/eliminaciones', title: 'Eliminación de cuentas' },
]
