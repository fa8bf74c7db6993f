/** What roles are called, on screens and in files. */
import type { WireRole } from '#contract/api/roles.ts'

export const roleNames: Record<WireRole, string> = {
  GOD_ADMIN: 'God admin',
  admin: 'Admin',
  COMERCIAL: 'Comercial',
  ORGANIZATOR: 'Organizador',
  RRPP: 'RRPP',
  SCANNER: 'Escáner',
  CLIENT: 'Comprador',
}
