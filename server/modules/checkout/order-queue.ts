/** The one line of orders in which a process lets its buyers wait (performance.md, "One order queue per process"). */
import { perProcess, type App } from '#server/context.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { placeOrders, type AskedOrder, type PlacedOrder } from './place-orders.ts'

const BATCH_SIZE = 100
const DEEP_BATCH_SIZE = 200
const MAX_WAITING = 2000
const LOCK_NOT_AVAILABLE = '55P03'
/** What one order may cause to all: its twin in another process, or a lock taken in a ring. Any other error is everybody's. */
const WORTH_RETRYING = ['23505', '23514', '40P01', '40001', LOCK_NOT_AVAILABLE]

type OrderQueue = Batcher<AskedOrder, PlacedOrder>

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function openQueue(app: App): OrderQueue {
  return createBatcher<AskedOrder, PlacedOrder>({
    async run(orders) {
      try {
        return await placeOrders(app, orders)
      } catch (error) {
        // Alone, and still somebody else holds what it needs after 2 s: the same purchase in another process.
        if (orders.length === 1 && codeOf(error) === LOCK_NOT_AVAILABLE) {
          throw new Failure('operation_running', undefined, { retryAfterSeconds: 2, cause: error })
        }
        throw error
      }
    },
    maxSize: BATCH_SIZE,
    whenDeep: { queued: DEEP_BATCH_SIZE, maxSize: DEEP_BATCH_SIZE },
    maxQueue: MAX_WAITING,
    keysOf: ({ buyerId }) => [buyerId],
    retryAlone: (error) => !isFailure(error) && WORTH_RETRYING.includes(codeOf(error) ?? ''),
  })
}

/**
 * Waits for the order's turn and gives what became of it. Throws the refusals of `createPurchase`, `busy` when 2,000
 * wait already, `operation_running` when the same purchase is still under way in another process.
 */
export function enterOrderQueue(app: App, order: AskedOrder): Promise<PlacedOrder> {
  return perProcess(app, 'checkout.orders', () => openQueue(app)).add(order)
}
