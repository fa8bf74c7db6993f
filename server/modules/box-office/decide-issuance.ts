/** Decides what may be issued by hand, and which limit binds. Pure; the same for organizers and promoters. */
import type { CourtesyAvailability } from '#contract/sales/box-office.ts'
import { isPaidType } from '#contract/values/prices.ts'

/** Reported to existing clients whatever the event's limit is. */
const REPORTED_FREE_TICKETS = 100

export interface IssuableTypeFacts {
  readonly id: string
  readonly name: string
  readonly priceCents: number
  readonly visibility: 'visible' | 'hidden' | 'courtesy'
  /** Free places that the waitlist does not keep. */
  readonly openPlaces: number
  /** Its `valid_until` has passed: no door admits it. */
  readonly isPast: boolean
}

export interface IssuanceFacts {
  readonly closed: 'draft' | 'over' | 'company' | null
  readonly courtesyLimit: number
  /** Courtesies that occupy a place. */
  readonly courtesiesGiven: number
  /** Free places of the event's own capacity; null where it has none. */
  readonly openPlaces: number | null
  /** In the organizer's order. */
  readonly types: readonly IssuableTypeFacts[]
}

/** A promoter's grant (rule R12.3); an organizer has none and needs none. */
export interface Grant {
  readonly isActive: boolean
  readonly isListClosed: boolean
  readonly maxUses: number
  readonly usesLeft: number
  /** Null for every type. */
  readonly allowedTypeIds: readonly string[] | null
  readonly canSellInPerson: boolean
  /** Cash in their hands. */
  readonly debtCents: number
  readonly debtLimitCents: number | null
}

export interface WantedIssuance {
  /** Null chooses the type of a courtesy. */
  readonly typeId: string | null
  readonly isCourtesy: boolean
  readonly quantity: number
}

export type IssuanceDecision =
  | {
      readonly type: IssuableTypeFacts
      readonly kind: 'courtesy' | 'in_person'
      /** Of one ticket. */
      readonly priceCents: number
    }
  | {
      readonly refused: IssuanceRefusal
      /** The largest quantity that would be accepted. */
      readonly available?: number
      readonly bound?: CourtesyAvailability['bound']
      /** What may still be taken in cash. */
      readonly remainingCents?: number
    }

type IssuanceRefusal =
  | 'ticket_type_not_found'
  | 'not_on_sale'
  | 'no_free_type'
  | 'courtesy_limit'
  | 'sold_out'
  | 'promo_inactive'
  | 'list_closed'
  | 'type_not_granted'
  | 'sale_not_granted'
  | 'debt_limit'

/** Whether a type is sold: it has a price and is for the public. The others are only given as courtesies. */
export function isSoldInPerson({ priceCents, visibility }: IssuableTypeFacts): boolean {
  return isPaidType({ price: priceCents, visibility })
}

/** Places of a type that may be issued now. */
export function placesOf({ openPlaces }: Pick<IssuanceFacts, 'openPlaces'>, type: IssuableTypeFacts): number {
  return Math.min(type.openPlaces, openPlaces ?? Infinity)
}

/** How many courtesies may be given now, of whatever type (`decideIssuance`), and which of the limits is the smallest. */
export function availabilityOf(facts: IssuanceFacts, grant: Grant | null): CourtesyAvailability {
  const types = grantedTypes(facts, grant)
  const places = Math.min(
    types.reduce((sum, { openPlaces }) => sum + openPlaces, 0),
    facts.openPlaces ?? Infinity,
  )
  const ofEvent = courtesiesLeft(facts)
  const [actual, bound] = smallest(grant, ofEvent, places)
  return {
    rrppCourtesiesAvailable: grant && usesOf(grant),
    eventFreeTicketsAvailable: REPORTED_FREE_TICKETS,
    eventCourtesiesRemaining: ofEvent,
    eventCourtesyLimit: facts.courtesyLimit,
    placesToGive: places,
    actualAvailableCourtesies: actual,
    canGenerateCourtesy: actual > 0,
    bound,
    limitations: {
      hasRRPPLimit: bound === 'promo',
      hasEventLimit: bound === 'event',
      noFreeTicketType: types.length === 0,
    },
  }
}

function isGranted(grant: Grant | null, { id }: IssuableTypeFacts): boolean {
  return !grant?.allowedTypeIds || grant.allowedTypeIds.includes(id)
}

/** What a promoter may sell or give of an event's types. */
export function grantedTypes({ types }: IssuanceFacts, grant: Grant | null): IssuableTypeFacts[] {
  return types.filter((type) => !type.isPast && isGranted(grant, type))
}

/** Courtesies that the promoter may give now. */
function usesOf({ isActive, isListClosed, usesLeft }: Grant): number {
  return isActive && !isListClosed ? Math.max(0, usesLeft) : 0
}

/** What may still be taken in cash; null without a limit. */
export function cashLeft({ debtCents, debtLimitCents }: Grant): number | null {
  return debtLimitCents === null ? null : Math.max(0, debtLimitCents - debtCents)
}

function courtesiesLeft({ courtesyLimit, courtesiesGiven }: IssuanceFacts): number {
  return Math.max(0, courtesyLimit - courtesiesGiven)
}

/** The smallest limit; of equal ones the issuer's own comes first, then the event's. */
function smallest(grant: Grant | null, ofEvent: number, places: number): [number, CourtesyAvailability['bound']] {
  const bounds: [number, CourtesyAvailability['bound']][] = [
    ...(grant ? [[usesOf(grant), 'promo'] as [number, 'promo']] : []),
    [ofEvent, 'event'],
    [places, 'stock'],
  ]
  return bounds.reduce((least, each) => (each[0] < least[0] ? each : least))
}

/**
 * Decides the type and whether it is given or sold. Of a type without a price, or only for courtesies, every ticket is a
 * courtesy; of a type that is sold, one is when it is asked for. Without a type, a courtesy is of the first with enough places: of the
 * types that are only for courtesies, else of the free ones, else of those that are sold.
 */
export function decideIssuance(
  facts: IssuanceFacts,
  { typeId, isCourtesy, quantity }: WantedIssuance,
  grant: Grant | null,
): IssuanceDecision {
  if (grant && !grant.isActive) return { refused: 'promo_inactive' }
  if (grant?.isListClosed) return { refused: 'list_closed' }
  const type = typeId === null ? chosenType(facts, quantity, grant) : facts.types.find(({ id }) => id === typeId)
  if (!type) return { refused: typeId === null ? noType(facts, grant) : 'ticket_type_not_found' }
  if (type.isPast) return { refused: 'not_on_sale' }
  if (!isGranted(grant, type)) return { refused: 'type_not_granted' }
  const isGiven = isCourtesy || !isSoldInPerson(type)
  const places = placesOf(facts, type)
  if (!isGiven) {
    if (grant && !grant.canSellInPerson) return { refused: 'sale_not_granted' }
    if (quantity > places) return { refused: 'sold_out', available: places }
    const remainingCents = grant && cashLeft(grant)
    if (remainingCents !== null && type.priceCents * quantity > remainingCents) {
      return { refused: 'debt_limit', remainingCents }
    }
    return { type, kind: 'in_person', priceCents: type.priceCents }
  }
  const [available, bound] = smallest(grant, courtesiesLeft(facts), places)
  if (quantity > available) {
    return { refused: bound === 'stock' ? 'sold_out' : 'courtesy_limit', available, bound }
  }
  return { type, kind: 'courtesy', priceCents: 0 }
}

/** Why no type could be chosen: the event has none, or none that was granted. */
function noType(facts: IssuanceFacts, grant: Grant | null): 'no_free_type' | 'type_not_granted' {
  return grant !== null && chosenType(facts, 1, null) ? 'type_not_granted' : 'no_free_type'
}

function chosenType(facts: IssuanceFacts, quantity: number, grant: Grant | null): IssuableTypeFacts | undefined {
  const rank = (type: IssuableTypeFacts) => (isSoldInPerson(type) ? 2 : type.visibility === 'courtesy' ? 0 : 1)
  const inOrder = grantedTypes(facts, grant).toSorted((a, b) => rank(a) - rank(b))
  return inOrder.find((type) => placesOf(facts, type) >= quantity) ?? inOrder[0]
}
