import type { EventCard, EventState } from '#contract/event-card.ts'
import type { BadgeTone } from '#web/ui/base/Badge.tsx'

/** The states as the organizer's screens name them, one event and many. */
export const stateWords: Record<EventState, { one: string; many: string }> = {
  pending: { one: 'Borrador', many: 'Borradores' },
  active: { one: 'Publicado', many: 'Publicados' },
  inactive: { one: 'Pausado', many: 'Pausados' },
  success: { one: 'Finalizado', many: 'Finalizados' },
  cancelled: { one: 'Cancelado', many: 'Cancelados' },
}

const tones: Record<EventState, BadgeTone> = {
  pending: 'neutral',
  active: 'yerba',
  inactive: 'sol',
  success: 'neutral',
  cancelled: 'rojo',
}

/** What an event's badge says. A published event that is over reads «Finalizado» before its state changes (rule R8.1). */
export function stateBadge({ state, isExpired }: Pick<EventCard, 'state' | 'isExpired'>): {
  text: string
  tone: BadgeTone
} {
  const shown = state === 'active' && isExpired ? 'success' : state
  return { text: stateWords[shown].one, tone: tones[shown] }
}

/** Whether strangers can open the event's page (rule R8.3); a private one shows them its teaser. */
export function hasPublicPage({ state }: Pick<EventCard, 'state'>): boolean {
  return state === 'active' || state === 'success' || state === 'cancelled'
}
