/**
 * What a process remembers of sold-out types: for half a second it refuses without asking the database, so that the wave
 * that comes too late costs next to nothing. A «no» may be that stale; a «yes» never comes from here (docs/performance.md, P5).
 */
import type { App } from '#server/context.ts'
import type { Cache } from '#server/shared/memory.ts'
import type { CartItem } from '../order.ts'

const REMEMBERED_MS = 500
/** Some 10,000 types. */
const TYPES_BYTES = 4 * 1024 * 1024
/** Some 100,000 buyers. */
const DAY_MS = 86_400_000
const HOLDERS_BYTES = 48 * 1024 * 1024

function soldOut(app: App): Cache<true> {
  return app.memory.cache({ name: 'checkout.sold-out', maxBytes: TYPES_BYTES, ttlMs: REMEMBERED_MS })
}

/** Buyers whose order this process accepted: they may be repeating it, or replacing it, and are never refused from memory. */
function holders(app: App): Cache<true> {
  return app.memory.cache({ name: 'checkout.holders', maxBytes: HOLDERS_BYTES, ttlMs: DAY_MS })
}

export function rememberSoldOut(app: App, typeIds: readonly string[]): void {
  for (const typeId of typeIds) soldOut(app).set(typeId, true)
}

export function rememberHolder(app: App, eventId: string, buyerId: string): void {
  holders(app).set(`${eventId} ${buyerId}`, true)
}

export function isKnownSoldOut(app: App, items: readonly CartItem[]): boolean {
  return items.some(({ ticketTypeId }) => soldOut(app).has(ticketTypeId))
}

export function isKnownHolder(app: App, eventId: string, buyerId: string): boolean {
  return holders(app).has(`${eventId} ${buyerId}`)
}
