/**
 * Limits hold over all web processes: each adds every two seconds what it counted to one table and reads the sums, so that
 * it is at most five seconds behind and no request waits for a query (rule R4.2).
 */
import type { Db } from '#server/context.ts'
import { addRates, purgeRates, readRates } from '#server/db/rate-counts.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { RateWindows } from './rate-windows.ts'

const EVERY_MS = 2000
/** Rows a turn, each way: bounds what a flood costs the database. The rest waits for the next. */
const MOST_ROWS = 5000
const PURGE_EVERY_TURNS = 15

export interface SharedRates {
  /** One turn. */
  share(): Promise<void>
  /** Takes turns until the process ends; gives what stops them. */
  start(): () => void
}

export function shareRates(db: Db, windows: RateWindows, log: Logger): SharedRates {
  let readAt: string | null = null
  let turns = 0
  let isRunning = false

  const share = async () => {
    const pending = windows.takePending(MOST_ROWS)
    const added = await addRates(db, pending.counts)
    pending.markShared()
    windows.learn(added)
    const read = await readRates(db, readAt, MOST_ROWS)
    readAt = read.readAt
    windows.learn(read.rows)
    turns += 1
    if (turns % PURGE_EVERY_TURNS === 0) await purgeRates(db)
  }

  return {
    share,
    start() {
      const timer = setInterval(() => {
        if (isRunning) return
        isRunning = true
        share()
          // Each process goes on by its own counts meanwhile.
          .catch((error: unknown) => log.warn({ err: error }, 'limits could not be shared'))
          .finally(() => (isRunning = false))
      }, EVERY_MS).unref()
      return () => clearInterval(timer)
    },
  }
}
