/**
 * Who is offered what, and when (docs/rules.md, R19). Pure: `waiting_list_lock` gives the facts, `waiting_list_write` writes
 * the decisions. Instants are milliseconds since 1970.
 */
import { addDays, fromLocal, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import type { WaitedType } from '#server/modules/stock/places-left.ts'
import { placesAllowed } from '#server/modules/stock/person-limits.ts'
import { fromEpochMs, toEpochMs } from '#server/shared/clock.ts'

const MINUTE_MS = 60_000
const OFFER_MS = 30 * MINUTE_MS
/** Less than this is no time to pay. */
const LEAST_OFFER_MS = 5 * MINUTE_MS
/** Offers wake no one at night. */
const FIRST_HOUR = '09:00'
const LAST_HOUR = '23:00'

export interface WaitingEvent {
  readonly companyId: string
  readonly isOnSale: boolean
  /** When its last waitlist closes; null when its start is not known. */
  readonly closesAtMs: number | null
  readonly orderLimit: number
  readonly personLimit: number
  /** By its own capacity; null when that binds nothing. */
  readonly free: number | null
  readonly sellsPaid: boolean
}

export interface WaitingType extends WaitedType {
  readonly id: string
  readonly isOffered: boolean
  /** Its waitlist is closed for good. */
  readonly isClosed: boolean
  readonly isPaid: boolean
  readonly saleStartsAtMs: number | null
  readonly perPersonLimit: number | null
}

export interface OpenOffer {
  readonly id: string
  readonly typeId: string
  readonly places: number
  readonly untilMs: number
}

export interface WaitingPerson {
  readonly id: string
  readonly typeId: string
  readonly personId: string
  readonly quantity: number
  /** Neither blocked nor gone. */
  readonly isActive: boolean
  /** Held or bought. */
  readonly takenOfEvent: number
  readonly takenOfType: number
}

export interface WaitingFacts {
  readonly atMs: number
  readonly event: WaitingEvent
  readonly types: readonly WaitingType[]
  readonly offers: readonly OpenOffer[]
  /** The first waiting entries, in turn. */
  readonly waiting: readonly WaitingPerson[]
}

export interface Decided {
  readonly ended: readonly { readonly id: string; readonly state: 'lapsed' | 'closed' }[]
  readonly offered: readonly { readonly id: string; readonly places: number }[]
  /** Those of `ended` whose waitlist closed (rule R19.6). */
  readonly shutOut: readonly string[]
  /** When the offers end. */
  readonly untilMs: number
}

/**
 * Whether a type's waitlist is `open`, `closed` for good, or `paused`: neither joined nor served while nothing can be bought.
 */
export function waitlistStatus(
  atMs: number,
  event: Pick<WaitingEvent, 'isOnSale' | 'sellsPaid'>,
  type: WaitingType,
): 'open' | 'paused' | 'closed' {
  if (type.isClosed) return 'closed'
  const isOnSale = event.isOnSale && type.isOffered && (type.saleStartsAtMs ?? 0) <= atMs
  return isOnSale && (!type.isPaid || event.sellsPaid) ? 'open' : 'paused'
}

/** Until when an offer that is made now lasts; null when none is made now (rule R19.3). */
export function offerUntilMs(atMs: number, closesMs: number | null): number | null {
  const untilMs = Math.min(atMs + OFFER_MS, closesMs ?? Infinity)
  if (untilMs < atMs + LEAST_OFFER_MS) return null
  return isDay(atMs) || (closesMs !== null && closesMs <= nextMorningMs(atMs)) ? untilMs : null
}

function isDay(atMs: number): boolean {
  const time = toLocalTime(fromEpochMs(atMs))
  return time >= FIRST_HOUR && time < LAST_HOUR
}

function nextMorningMs(atMs: number): number {
  const at = fromEpochMs(atMs)
  const day = toLocalDate(at)
  return toEpochMs(fromLocal(toLocalTime(at) < FIRST_HOUR ? day : addDays(day, 1), FIRST_HOUR))
}

/**
 * Ends lapsed offers and closed waitlists, and offers free places in turn: as many as each person asked for, or as there are.
 * People who may have no more, or whose account is gone, leave the waitlist.
 */
export function decideOffers({ atMs, event, types, offers, waiting }: WaitingFacts): Decided {
  const status = new Map(types.map((type) => [type.id, waitlistStatus(atMs, event, type)]))
  const free = new Map(types.map((type) => [type.id, type.free]))
  const limits = new Map(types.map((type) => [type.id, type.perPersonLimit]))
  let freeOfEvent = event.free ?? Infinity
  const ended: Decided['ended'][number][] = []
  const offered: Decided['offered'][number][] = []
  const shutOut: string[] = []

  for (const { id, typeId, places, untilMs } of offers) {
    const isClosed = status.get(typeId) === 'closed'
    if (untilMs > atMs && !isClosed) continue
    ended.push({ id, state: untilMs > atMs ? 'closed' : 'lapsed' })
    if (untilMs > atMs) shutOut.push(id)
    free.set(typeId, (free.get(typeId) ?? 0) + places)
    freeOfEvent += places
  }
  const untilMs = offerUntilMs(atMs, event.closesAtMs)
  for (const { id, typeId, quantity, isActive, takenOfEvent, takenOfType } of waiting) {
    const limit = { perPersonLimit: limits.get(typeId) ?? null }
    const allowed = placesAllowed(event, limit, { ofEvent: takenOfEvent, ofType: takenOfType })
    if (status.get(typeId) === 'closed' || !isActive || allowed <= 0) {
      ended.push({ id, state: 'closed' })
      if (status.get(typeId) === 'closed' && isActive) shutOut.push(id)
      continue
    }
    const places = Math.min(quantity, allowed, event.orderLimit, free.get(typeId) ?? 0, freeOfEvent)
    if (places <= 0 || untilMs === null || status.get(typeId) !== 'open') continue
    offered.push({ id, places })
    free.set(typeId, (free.get(typeId) ?? 0) - places)
    freeOfEvent -= places
  }
  return { ended, offered, shutOut, untilMs: untilMs ?? atMs }
}
