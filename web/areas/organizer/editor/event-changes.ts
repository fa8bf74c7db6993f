/** What differs between the form and the saved event, and what that means to ticket holders. */
import type { ManagedEvent } from '#contract/events-managed.ts'
import { grouped } from '#web/lib/numbers.ts'
import type { EventValues } from './event-form.ts'
import { isSame } from '#web/lib/is-same.ts'

/** Which of the two calls a change needs: the event's own fields, its list of ticket types, or both. */
export function changedParts(typed: EventValues, kept: EventValues): { fields: boolean; ticketTypes: boolean } {
  const { ticketTypes, version: _typedOn, ...fields } = typed
  const { ticketTypes: savedTypes, version: _, ...savedFields } = kept
  return { fields: !isSame(fields, savedFields), ticketTypes: !isSame(ticketTypes, savedTypes) }
}

/**
 * Whether saving reschedules an event with sales: its holders are notified, and each payer has 10 days to take a full
 * refund (rule R8.4). A new end alone is no rescheduling.
 */
export function movesHolders(typed: EventValues, event: ManagedEvent | null): boolean {
  if (!event?.hasSales) return false
  return (
    typed.dateEvent !== (event.dateEvent ?? '') ||
    typed.startTime !== (event.startTime ?? '') ||
    typed.venueName.trim() !== event.Location.name ||
    typed.adress.trim() !== event.adress ||
    typed.city.trim() !== event.Location.city ||
    typed.province !== event.Location.province
  )
}

/** Tickets of an event that people have, bought or given. */
export function issuedTickets(event: ManagedEvent | null): number {
  return event?.ticketTypes.reduce((sum, { sold, courtesies }) => sum + sold + courtesies, 0) ?? 0
}

/** `las 1.208 entradas`, `la entrada`: whom a notice of a moved event reaches. */
export function issuedWords(issued: number): string {
  return issued === 1 ? 'la entrada que ya se emitió' : `las ${grouped(issued)} entradas que ya se emitieron`
}
