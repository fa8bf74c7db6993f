/** The queue of orders of one process (bench/README.md, P1). */
import { perProcess, type App } from '#server/context.ts'
import { codeOf, isConnectionCut } from '#server/db/connection/connection-loss.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import type { OrderRequest } from './batch-facts.ts'
import { placeOrders, type PlacedOrder } from './place-orders.ts'

const BATCH_SIZE = 100
const DEEP_BATCH_SIZE = 200
const MAX_WAITING = 2000
const LOCK_NOT_AVAILABLE = '55P03'
/** SQL states that the next try of an order may not meet: its twin in another process, a deadlock. */
const PASSING = ['23505', '40P01', '40001']
const LONE_TRIES = 3
/** When so many orders in a row waited for a lock, it is one that all need. */
const LOCKED_IN_A_ROW = 2
const MOST_TURNS = 5

type OrderQueue = Batcher<OrderRequest, PlacedOrder>

/** Places one order by itself. When it still waits for a lock after 2 s, another process is placing the same purchase. */
async function placeAlone(app: App, order: OrderRequest): Promise<(PlacedOrder | Failure)[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await placeOrders(app, [order])
    } catch (error) {
      if (isLocked(error)) {
        throw new Failure('operation_running', undefined, { retryAfterSeconds: 2, cause: error })
      }
      const mayPass = PASSING.includes(codeOf(error)) ? tries < LONE_TRIES : isConnectionCut(error) && tries === 1
      if (!mayPass) throw error
    }
  }
}

function isLocked(error: unknown): boolean {
  return codeOf(isFailure(error, 'operation_running') ? error.cause : error) === LOCK_NOT_AVAILABLE
}

function openQueue(app: App): OrderQueue {
  return createBatcher<OrderRequest, PlacedOrder>({
    async run(orders) {
      const [first] = orders
      return first && orders.length === 1 ? placeAlone(app, first) : placeOrders(app, orders)
    },
    maxSize: BATCH_SIZE,
    whenDeep: { queued: DEEP_BATCH_SIZE, maxSize: DEEP_BATCH_SIZE },
    maxQueue: MAX_WAITING,
    keysOf: ({ buyerId, guest }) =>
      guest ? [buyerId, guest.phone, guest.mail, ...(guest.key === undefined ? [] : [guest.key])] : [buyerId],
    // Any other error is given to all of the batch: without a database each order would wait for its own time-out.
    retryAlone(error, inARow) {
      if (isLocked(error)) return inARow < LOCKED_IN_A_ROW
      return isConnectionCut(error) ? inARow === 0 : [...PASSING, '23514'].includes(codeOf(error))
    },
  })
}

/**
 * Waits for the order's turn and gives what became of it. Throws the refusals of `createPurchase`, `busy` when 2,000
 * wait already, `operation_running` when the same purchase is still under way in another process.
 */
export async function enterOrderQueue(app: App, order: OrderRequest): Promise<PlacedOrder> {
  const queue = perProcess(app, 'checkout.orders', () => openQueue(app))
  for (let turns = 1; ; turns += 1) {
    try {
      return await queue.add(order)
    } catch (error) {
      // Another purchase of the same buyer came in between. The next turn sees it.
      const comesAgain = isFailure(error, 'operation_running') && error.cause === undefined && turns < MOST_TURNS
      if (!comesAgain) throw error
    }
  }
}
