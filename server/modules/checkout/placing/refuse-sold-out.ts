/** The wave that comes when nothing is left is refused before the queue; whoever repeats or replaces an order is not. */
import { perProcess, type App } from '#server/context.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { Failure } from '#server/shared/failure.ts'
import type { AskedOrder } from './batch-facts.ts'
import { isKnownHolder, isKnownSoldOut, rememberHolder } from './cache.ts'
import { findHolders } from '../queries.ts'

type Asking = Pick<AskedOrder, 'eventId' | 'buyerId' | 'key' | 'items'>

const BATCH_SIZE = 500
const MAX_WAITING = 5000

function openLine(app: App): Batcher<Asking, boolean> {
  return createBatcher<Asking, boolean>({
    run: (asked) => findHolders(app.reserved.lookups, asked),
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
  })
}

/**
 * Throws `sold_out` when a type is remembered as sold out, unless the buyer has an order of the event or of this key: its
 * answer, or its places, may be what they come for. Any process may have given it, so those that this one does not know
 * are asked for, many at once.
 */
export async function refuseSoldOut(app: App, asking: Asking): Promise<void> {
  const { eventId, buyerId, items } = asking
  if (!isKnownSoldOut(app, items) || isKnownHolder(app, eventId, buyerId)) return
  const line = perProcess(app, 'checkout.sold-out-line', () => openLine(app))
  if (!(await line.add(asking))) throw new Failure('sold_out')
  rememberHolder(app, eventId, buyerId)
}
