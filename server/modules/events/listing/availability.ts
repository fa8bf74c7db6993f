/** How full a type or an event is, in words and never in numbers (rule R8.7). */
import type { Availability } from '#contract/events/event-schemas.ts'

/** Stock and sale window of one type at the time of reading. */
export interface TypeStatus {
  readonly capacity: number
  /** Free for anybody, beyond those that people wait for. */
  readonly open: number
  /** Its sale has not opened yet. */
  readonly isSoon: boolean
  /** Its sale has closed, or its tickets open no door any more. */
  readonly isOver: boolean
  readonly isPaid: boolean
}

/** Limits of all types of an event. */
export interface EventStatus {
  readonly isOnSale: boolean
  /** Its company may sell paid types now; free ones need no account. */
  readonly sellsPaid: boolean
  /** Over all types; null binds nothing. */
  readonly capacity: number | null
  readonly open: number | null
}

const LAST_SHARE = 0.1

/** The bucket of one type; the event's own capacity binds it too. */
export function typeAvailability(type: TypeStatus, event: EventStatus): Availability {
  if (!event.isOnSale || type.isOver || (type.isPaid && !event.sellsPaid)) return 'closed'
  const places = [
    type,
    ...(event.capacity === null || event.open === null ? [] : [{ capacity: event.capacity, open: event.open }]),
  ]
  if (places.some(({ open }) => open <= 0)) return 'soldOut'
  if (type.isSoon) return 'soon'
  return places.some(({ capacity, open }) => open < capacity * LAST_SHARE) ? 'last' : 'available'
}

/** The best that any of its listed types offers; `closed` when none is listed. */
export function eventAvailability(types: readonly TypeStatus[], event: EventStatus): Availability {
  const buckets = new Set(types.map((type) => typeAvailability(type, event)))
  const best = (['available', 'last', 'soon', 'soldOut'] as const).find((bucket) => buckets.has(bucket))
  return best ?? 'closed'
}
