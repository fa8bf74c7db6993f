/** How a deletion request stands, in words, wherever it is shown. */
import type { DeletionState } from '#contract/privacy.ts'
import type { BadgeTone } from '#web/ui/base/Badge.tsx'

export const deletionWords: Record<DeletionState, { text: string; tone: BadgeTone }> = {
  pending: { text: 'Pendiente', tone: 'sol' },
  in_review: { text: 'En revisión', tone: 'celeste' },
  completed: { text: 'Eliminada', tone: 'neutral' },
  rejected: { text: 'Rechazada', tone: 'rojo' },
  cancelled: { text: 'Cancelada', tone: 'neutral' },
}
