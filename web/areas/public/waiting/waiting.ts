/** What one's places in the waiting lists of an event mean for what can be chosen. */
import type { TicketType } from '#contract/events/event-schemas.ts'
import type { OwnWaiting } from '#contract/events/waiting-list.ts'
import type { Choice } from '../checkout/choice.ts'
import { counted } from '#web/lib/numbers.ts'

type ShownType = TicketType & { readonly offered?: number }

/** The types for a person with these places: tickets offered to them can be chosen, up to the offered count. */
export function typesFor(types: readonly TicketType[], own: readonly OwnWaiting[]): ShownType[] {
  return types.map((type) => {
    const offer = offersOf(own).find(({ ticketTypeId }) => ticketTypeId === type.id)
    if (!offer || type.availability !== 'soldOut') return type
    const most = Math.min(offer.offeredPlaces ?? 0, type.perPersonLimit ?? Number.POSITIVE_INFINITY)
    return { ...type, availability: 'available', perPersonLimit: most, offered: most }
  })
}

/** What is offered is chosen already, as long as its person has not said otherwise. */
export function choiceFor(choice: Choice, own: readonly OwnWaiting[]): Choice {
  const offered = offersOf(own).map(({ ticketTypeId, offeredPlaces }) => [ticketTypeId, offeredPlaces ?? 0])
  return { ...Object.fromEntries(offered), ...choice }
}

export function offersOf(own: readonly OwnWaiting[]): OwnWaiting[] {
  return own.filter(({ state }) => state === 'offered')
}

/** `Sos la próxima persona`, or how many are before. */
export function placeWords(position: number | null): string {
  const before = (position ?? 1) - 1
  return before === 0 ? 'No hay nadie antes que vos' : `${counted(before, 'persona', 'personas')} antes que vos`
}
