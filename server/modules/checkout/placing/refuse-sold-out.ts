/**
 * The wave of buyers who come when nothing is left is refused before the queue. For half a second a process remembers which
 * types are sold out, so that such a buyer costs it next to nothing. A refusal may be that stale; an acceptance never comes
 * from here (bench/README.md, P5).
 */
import { perProcess, type App } from '#server/context.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { Failure } from '#server/shared/failure.ts'
import type { Cache } from '#server/shared/process-cache.ts'
import type { CartItem } from '../order.ts'
import { findHolders } from './queries.ts'
import type { OrderRequest } from './batch-facts.ts'

type Asking = Pick<OrderRequest, 'eventId' | 'buyerId' | 'key' | 'items'>

const REMEMBERED_MS = 500
/** Some 10,000 types. */
const TYPES_BYTES = 4 * 1024 * 1024
const DAY_MS = 86_400_000
/** Some 100,000 buyers. */
const HOLDERS_BYTES = 48 * 1024 * 1024
const BATCH_SIZE = 500
const MAX_WAITING = 5000

function soldOut(app: App): Cache<true> {
  return app.processCache.cache({ name: 'checkout.sold-out', maxBytes: TYPES_BYTES, ttlMs: REMEMBERED_MS })
}

/** Buyers whose order this process accepted. They may be repeating or replacing it, and are never refused from memory. */
function holders(app: App): Cache<true> {
  return app.processCache.cache({ name: 'checkout.holders', maxBytes: HOLDERS_BYTES, ttlMs: DAY_MS })
}

export function rememberSoldOut(app: App, typeIds: readonly string[]): void {
  for (const typeId of typeIds) soldOut(app).set(typeId, true)
}

export function rememberHolder(app: App, eventId: string, buyerId: string): void {
  holders(app).set(`${eventId} ${buyerId}`, true)
}

function isKnownSoldOut(app: App, items: readonly CartItem[]): boolean {
  return items.some(({ ticketTypeId }) => soldOut(app).has(ticketTypeId))
}

function isKnownHolder(app: App, eventId: string, buyerId: string): boolean {
  return holders(app).has(`${eventId} ${buyerId}`)
}

function openLine(app: App): Batcher<Asking, boolean> {
  return createBatcher<Asking, boolean>({
    run: (asked) => findHolders(app.reserved.lookups, asked),
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
  })
}

/**
 * The same for a buyer without a session, before an account is made of what they typed: the wave leaves no row. Not called for a
 * repeated key.
 */
export function refuseSoldOutEarly(app: App, items: readonly CartItem[]): void {
  if (isKnownSoldOut(app, items)) throw new Failure('sold_out')
}

/**
 * Throws `sold_out` when a type is remembered as sold out, unless the buyer has an order of the event or of this key, or an offer
 * of its waiting list: they may come for its answer, or for its places. Another process may have accepted that order, so the database is asked about buyers
 * whom this one does not know, many at once.
 */
export async function refuseSoldOut(app: App, asking: Asking): Promise<void> {
  const { eventId, buyerId, items } = asking
  if (!isKnownSoldOut(app, items) || isKnownHolder(app, eventId, buyerId)) return
  const line = perProcess(app, 'checkout.sold-out-line', () => openLine(app))
  if (!(await line.add(asking))) throw new Failure('sold_out')
  rememberHolder(app, eventId, buyerId)
}
