/** What the work of a team is called on screen. */
import type { TeamKind } from '#contract/events/events-team.ts'
import type { StaffKind } from '#contract/api/roles.ts'

/** A section of an event's team. */
export const teamSections: readonly { kind: StaffKind; title: string; text: string }[] = [
  { kind: 'SCANNER', title: 'Puerta', text: 'Escanean las entradas el día del evento.' },
  { kind: 'RRPP', title: 'RRPP', text: 'Venden con su enlace y generan entradas.' },
  { kind: 'COMERCIAL', title: 'Comercial', text: 'Lo asigna el equipo de la plataforma.' },
]

/** A team role, as the end of «te sumamos …». */
export const teamWork: Record<TeamKind, string> = { SCANNER: 'Escáner (puerta)', RRPP: 'RRPP' }
