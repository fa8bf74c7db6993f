import type { EventCard } from '#contract/events/event-schemas.ts'
import { millisecondsBetween } from '#contract/values/dates.ts'

export interface EventNotice {
  readonly text: string
  readonly tone: 'neutral' | 'celeste' | 'sol' | 'rojo'
}

/** The notice next to an event's date, if any. It never shows exact stock (rule R8.7). */
export function eventNotice(
  event: Pick<EventCard, 'state' | 'isExpired' | 'isPrivate' | 'availability'>,
): EventNotice | null {
  if (event.state === 'cancelled') return { text: 'Cancelado', tone: 'rojo' }
  // Shown to its own people alone.
  if (event.state === 'inactive') return { text: 'En pausa', tone: 'sol' }
  if (event.state === 'pending') return { text: 'Borrador', tone: 'neutral' }
  if (event.state === 'success' || event.isExpired) return { text: 'Finalizado', tone: 'neutral' }
  // Only its own people and guests see it at all: they must not think that everybody does.
  if (event.isPrivate) return { text: 'Privado', tone: 'celeste' }
  if (event.availability === 'soldOut') return { text: 'Agotado', tone: 'rojo' }
  if (event.availability === 'last') return { text: 'Últimas entradas', tone: 'sol' }
  if (event.availability === 'soon') return { text: 'Próximamente', tone: 'celeste' }
  if (event.availability === 'closed') return { text: 'Sin venta por ahora', tone: 'neutral' }
  return null
}

/** Whether it is offered and not over. */
export function isToCome({ state, isExpired }: Pick<EventCard, 'state' | 'isExpired'>): boolean {
  return state === 'active' && !isExpired
}

/** Whether it has begun and is not over. */
export function isOn(event: Pick<EventCard, 'state' | 'isExpired' | 'startDate'>, now: string): boolean {
  const { startDate } = event
  return isToCome(event) && startDate !== null && millisecondsBetween(startDate, now) >= 0
}
