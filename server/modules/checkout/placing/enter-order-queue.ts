/** The one line of orders in which a process lets its buyers wait (docs/performance.md, P1). */
import { perProcess, type App } from '#server/context.ts'
import { codeOf, isConnectionCut } from '#server/db/connection-loss.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import type { AskedOrder } from './batch-facts.ts'
import { placeOrders, type PlacedOrder } from './place-orders.ts'

const BATCH_SIZE = 100
const DEEP_BATCH_SIZE = 200
const MAX_WAITING = 2000
const LOCK_NOT_AVAILABLE = '55P03'
/** What one order may meet and the next try will not: its twin in another process, or locks taken in a ring. */
const PASSING = ['23505', '40P01', '40001']
const LONE_TRIES = 3
/** So many orders that wait for a lock one after the other wait for one that all need. */
const LOCKED_IN_A_ROW = 2
const MOST_TURNS = 5

type OrderQueue = Batcher<AskedOrder, PlacedOrder>

/** One order by itself. What still waits for a lock after 2 s is the same purchase in another process. */
async function placeAlone(app: App, order: AskedOrder): Promise<(PlacedOrder | Failure)[]> {
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
  return createBatcher<AskedOrder, PlacedOrder>({
    async run(orders) {
      const [first] = orders
      return first && orders.length === 1 ? placeAlone(app, first) : placeOrders(app, orders)
    },
    maxSize: BATCH_SIZE,
    whenDeep: { queued: DEEP_BATCH_SIZE, maxSize: DEEP_BATCH_SIZE },
    maxQueue: MAX_WAITING,
    keysOf: ({ buyerId }) => [buyerId],
    // Any other error is everybody's: a database that is away would make each order wait for its own time-out.
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
export async function enterOrderQueue(app: App, order: AskedOrder): Promise<PlacedOrder> {
  const queue = perProcess(app, 'checkout.orders', () => openQueue(app))
  for (let turns = 1; ; turns += 1) {
    try {
      return await queue.add(order)
    } catch (error) {
      // Decided while another purchase of the same buyer came in between: the next turn sees it.
      const comesAgain = isFailure(error, 'operation_running') && error.cause === undefined && turns < MOST_TURNS
      if (!comesAgain) throw error
    }
  }
}
