import { paths } from '#contract/paths.ts'
import type { Admitted } from './entrance.ts'

export interface BackofficeLink {
  label: string
  to: string
  /** Who sees it, where not everybody of the area does. */
  roles?: readonly Admitted[]
}

interface Backoffice {
  readonly name: string
  readonly links: readonly BackofficeLink[]
}

export type BackofficeArea = 'organizer' | 'god'

/** The sidebar of each area; whoever adds a screen adds its line. */
export const backoffice: Readonly<Record<BackofficeArea, Backoffice>> = {
  organizer: {
    name: 'Organizador',
    links: [
      { label: 'Eventos', to: paths.organizerEvents() },
      { label: 'Usuarios', to: paths.organizerUsers(), roles: ['ORGANIZATOR', 'admin'] },
      { label: 'Escáner QR', to: paths.scanner(), roles: ['SCANNER', 'ORGANIZATOR'] },
    ],
  },
  god: { name: 'Administración', links: [{ label: 'Eliminación de cuentas', to: paths.godDeletions() }] },
}
