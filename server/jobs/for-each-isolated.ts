/** Independent items that a clock job handles one after the other. */
import type { App } from '#server/context.ts'
import { codeOf } from '#server/db/connection/connection-loss.ts'

const LOCK_NOT_AVAILABLE = '55P03'

export interface ForEachIsolated<Item> {
  readonly items: readonly Item[]
  readonly handle: (item: Item) => Promise<unknown>
  /** Identifies the item in the log. */
  readonly logFields: (item: Item) => object
  /** The log line of an item whose handling failed. */
  readonly failed: string
}

/** Handles every item. A failure is logged and does not stop the others; the next run tries the item again. */
export async function forEachIsolated<Item>(
  app: App,
  { items, handle, logFields, failed }: ForEachIsolated<Item>,
): Promise<void> {
  for (const item of items) {
    try {
      await handle(item)
    } catch (error) {
      // Locked by another transaction, for example a sale: no defect.
      const level = codeOf(error) === LOCK_NOT_AVAILABLE ? 'warn' : 'error'
      app.log[level]({ err: error, ...logFields(item) }, failed)
    }
  }
}
