/** The event as lists show it, from its row. */
import type { EventCard, PublicImage } from '#contract/events/event-schemas.ts'
import { toPesos } from '#contract/values/money.ts'
import { wholePriceCents, type FeeTerms } from '#contract/values/prices.ts'
import { eventAvailability, type EventStatus, type TypeStatus } from './availability.ts'

/** A card without what is derived, and the numbers it derives from. */
export interface CardRow extends Omit<EventCard, 'state' | 'flyer' | 'priceFrom' | 'priceTo' | 'availability'> {
  readonly state: string
  readonly flyerId: string | null
  readonly flyerWidth: number | null
  readonly flyerHeight: number | null
  readonly eventCapacity: number | null
  readonly eventOpen: number | null
  readonly isOnSale: boolean
  readonly sellsPaid: boolean
  readonly feeTerms: FeeTerms
  readonly isFeeAbsorbed: boolean
  /** Its listed types. */
  readonly types: readonly (TypeStatus & { readonly priceCents: number })[]
}

/** Limits of all types of the row's event. */
export function eventStatus(row: Pick<CardRow, 'isOnSale' | 'sellsPaid' | 'eventCapacity' | 'eventOpen'>): EventStatus {
  return { isOnSale: row.isOnSale, sellsPaid: row.sellsPaid, capacity: row.eventCapacity, open: row.eventOpen }
}

export function cardOf<Row extends CardRow>(row: Row) {
  const {
    flyerId,
    flyerWidth,
    flyerHeight,
    eventCapacity,
    eventOpen,
    isOnSale,
    sellsPaid,
    types,
    feeTerms,
    isFeeAbsorbed,
    ...card
  } = row
  const prices = types.map(({ priceCents }) => wholePriceCents(priceCents, feeTerms, { isAbsorbed: isFeeAbsorbed }))
  return {
    ...card,
    state: row.state as EventCard['state'], // CHECK on the column
    flyer: flyerOf(row),
    priceFrom: prices.length > 0 ? toPesos(Math.min(...prices)) : null,
    priceTo: prices.length > 0 ? toPesos(Math.max(...prices)) : null,
    availability: eventAvailability(types, eventStatus(row)),
  }
}

function flyerOf({ flyerId, flyerWidth, flyerHeight }: CardRow): PublicImage | null {
  return flyerId === null ? null : { id: flyerId, width: flyerWidth ?? 0, height: flyerHeight ?? 0 }
}
