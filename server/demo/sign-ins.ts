/** One account per role that anybody may use in a demo: printed at start and shown on /login. */
import type { DemoSignIn } from '#server/demo/dev/routes.ts'

export const DEMO_PASSWORD = 'previa-de-prueba'

export type DemoRole = 'organizer' | 'promoter' | 'scanner' | 'buyer' | 'commercial' | 'god' | 'admin' | 'legal'

/** Name, phone and role of each, by what the account is for. */
export const demoAccounts: Readonly<Record<DemoRole, { role: string; name: string; phone: string }>> = {
  organizer: { role: 'Organizador', name: 'Valeria Ríos', phone: '+5493415550101' },
  promoter: { role: 'RRPP', name: 'Lautaro Paz', phone: '+5493415550102' },
  scanner: { role: 'Escáner', name: 'Nahuel Ibarra', phone: '+5493415550103' },
  buyer: { role: 'Cliente', name: 'Camila Ferreyra', phone: '+5493415550104' },
  commercial: { role: 'Comercial', name: 'Jimena Solari', phone: '+5491155550105' },
  god: { role: 'God admin', name: 'Marcos Beltrán', phone: '+5491155550106' },
  admin: { role: 'Admin', name: 'Paula Giménez', phone: '+5491155550107' },
  legal: { role: 'Legales', name: 'Hernán Costa', phone: '+5491155550108' },
}

export const demoSignIns: readonly DemoSignIn[] = Object.values(demoAccounts).map((account) => ({
  ...account,
  password: DEMO_PASSWORD,
}))
