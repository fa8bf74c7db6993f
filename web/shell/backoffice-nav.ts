import { paths } from '#contract/paths.ts'

export interface BackofficeLink {
  label: string
  to: string
}

/** The sidebar of each area; whoever adds a screen adds its line. */
export const backofficeNav = {
  organizer: [
    { label: 'Eventos', to: paths.organizerEvents() },
    { label: 'Escáner QR', to: paths.scanner() },
  ],
} as const satisfies Record<string, readonly BackofficeLink[]>
