/** What differs between the form and the saved event, and what that means to ticket holders. */
import { addDays, daysBetween, formatMoment, fromLocal, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import type { DiscountCodeRow } from '#contract/events/discounts.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { grouped } from '#contract/values/numbers.ts'
import type { EventValues } from './event-form.ts'
import { valuesOf } from './event-values.ts'
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

/** Days by which saving moves the event, and with it what ends with it (rule R8.13). */
export function movedDays(dateEvent: string, event: ManagedEvent | null): number {
  return (event?.dateEvent && daysBetween(event.dateEvent, dateEvent)) || 0 // NaN while a date is being typed
}

/** `General: la venta cierra el sáb 28 dic, 20:00`: what saving moves along, without ends that were typed in this edit. */
export function movedEnds(
  typed: EventValues,
  event: ManagedEvent | null,
  codes: readonly Pick<DiscountCodeRow, 'code' | 'endsAt' | 'state'>[],
): string[] {
  const days = movedDays(typed.dateEvent, event)
  if (!event || days === 0) return []
  const moved = (instant: string) => formatMoment(fromLocal(addDays(toLocalDate(instant), days), toLocalTime(instant)))
  const untouched = valuesOf(event).ticketTypes
  const ofTypes = event.ticketTypes.flatMap(({ id, name, saleEndsAt, validUntil }) => {
    const now = typed.ticketTypes.find((type) => type.id === id)
    const kept = untouched.find((type) => type.id === id)
    if (!now || !kept) return []
    return [
      ...(saleEndsAt && now.saleEndsAt === kept.saleEndsAt ? [`${name}: la venta cierra el ${moved(saleEndsAt)}`] : []),
      ...(validUntil && now.validUntil === kept.validUntil
        ? [`${name}: sirve para entrar hasta el ${moved(validUntil)}`]
        : []),
    ]
  })
  const ofCodes = codes.flatMap(({ code, endsAt, state }) =>
    endsAt && state !== 'stopped' ? [`Código ${code}: vence el ${moved(endsAt)}`] : [],
  )
  return [...ofTypes, ...ofCodes]
}

/** Tickets of an event that people have, bought or given. */
export function issuedTickets(event: ManagedEvent | null): number {
  return event?.ticketTypes.reduce((sum, { sold, courtesies }) => sum + sold + courtesies, 0) ?? 0
}

/** `las 1.208 entradas`, `la entrada`: whom a notice of a moved event reaches. */
export function issuedWords(issued: number): string {
  return issued === 1 ? 'la entrada que ya se emitió' : `las ${grouped(issued)} entradas que ya se emitieron`
}
