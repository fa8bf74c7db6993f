/** What a clock job goes through one after the other, where each is a matter of its own. */
import type { App } from '#server/context.ts'
import { codeOf } from '#server/db/connection-loss.ts'

const LOCK_NOT_AVAILABLE = '55P03'

export interface EachByItself<Item> {
  readonly items: readonly Item[]
  readonly handle: (item: Item) => Promise<unknown>
  /** Which one it was, for the log. */
  readonly facts: (item: Item) => object
  /** What the log says of one that could not be handled. */
  readonly failed: string
}

/** Handles all of them. One that cannot be is logged and comes again with the next run: it holds up none of the others. */
export async function eachByItself<Item>(
  app: App,
  { items, handle, facts, failed }: EachByItself<Item>,
): Promise<void> {
  for (const item of items) {
    try {
      await handle(item)
    } catch (error) {
      app.log[isLocked(error) ? 'warn' : 'error']({ err: error, ...facts(item) }, failed)
    }
  }
}

/** Somebody else has it at this moment, for example a sale: no defect. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE
}
