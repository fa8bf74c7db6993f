import type { EventState } from '#contract/events/event-card.ts'
import type { SaleStop } from '#contract/events/events-managed.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'
import type { StateLabel, StateLabels } from '#web/features/lists/states.ts'

export const eventStates: StateLabels<EventState> = {
  pending: { one: 'Borrador', many: 'Borradores', tone: 'neutral' },
  active: { one: 'Publicado', many: 'Publicados', tone: 'yerba' },
  inactive: { one: 'Pausado', many: 'Pausados', tone: 'sol' },
  success: { one: 'Finalizado', many: 'Finalizados', tone: 'neutral' },
  cancelled: { one: 'Cancelado', many: 'Cancelados', tone: 'rojo' },
}

/** The state that screens show. A published event that is over is «Finalizado» before its state changes (rule R8.1). */
export function shownState({ state, isExpired }: Pick<EventCard, 'state' | 'isExpired'>): EventState {
  return state === 'active' && isExpired ? 'success' : state
}

const STOPPED: StateLabel = { one: 'Sin venta', many: 'Sin venta', tone: 'sol' }

/** A published event whose sale is stopped is no green one: the people who manage it read `saleStop`. */
export function stateBadge(
  event: Pick<EventCard, 'state' | 'isExpired'> & { readonly saleStop?: SaleStop | null },
): StateLabel {
  const shown = shownState(event)
  return shown === 'active' && event.saleStop ? STOPPED : eventStates[shown]
}

/** Whether strangers can open the event's page (rule R8.3); a private one shows them its teaser. */
export function hasPublicPage({ state }: Pick<EventCard, 'state'>): boolean {
  return state === 'active' || state === 'success' || state === 'cancelled'
}
