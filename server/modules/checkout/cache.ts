/**
 * What a process remembers of sold-out types: for half a second it refuses without asking the database, so that the wave
 * that comes too late costs nothing. A «no» may be that stale; a «yes» never comes from here (performance.md).
 */
import { LRUCache } from 'lru-cache'
import { perProcess, type App } from '#server/context.ts'
import type { CartItem } from './order.ts'

const REMEMBERED_MS = 500
const MAX_TYPES = 10_000
const MAX_BUYERS = 100_000

interface Memory {
  readonly soldOutUntilMs: LRUCache<string, number>
  /** Buyers whose order this process accepted: they may be repeating it, or replacing it, and are never refused from memory. */
  readonly holders: LRUCache<string, true>
}

function memoryOf(app: App): Memory {
  return perProcess(app, 'checkout.sold-out', () => ({
    soldOutUntilMs: new LRUCache<string, number>({ max: MAX_TYPES }),
    holders: new LRUCache<string, true>({ max: MAX_BUYERS }),
  }))
}

export function rememberSoldOut(app: App, typeIds: readonly string[]): void {
  const { soldOutUntilMs } = memoryOf(app)
  for (const typeId of typeIds) soldOutUntilMs.set(typeId, app.clock.epochMs() + REMEMBERED_MS)
}

export function rememberHolder(app: App, eventId: string, buyerId: string): void {
  memoryOf(app).holders.set(`${eventId} ${buyerId}`, true)
}

export function isKnownSoldOut(app: App, eventId: string, buyerId: string, items: readonly CartItem[]): boolean {
  const { soldOutUntilMs, holders } = memoryOf(app)
  const now = app.clock.epochMs()
  const isSoldOut = items.some(({ ticketTypeId }) => (soldOutUntilMs.get(ticketTypeId) ?? 0) > now)
  return isSoldOut && !holders.has(`${eventId} ${buyerId}`)
}
