/** Works on leased rows (lease.ts) side by side. Each completes by itself, so a slow one blocks only its own place. */
import type { App } from '#server/context.ts'
import { postpone, withHeartbeat, type AnyHeldLease, type Claim } from './lease.ts'

/** New work is looked for this often while slow ones run. */
const LOOK_AGAIN_MS = 1000

export interface DrainOptions<Row> {
  /** How many run at a time. */
  readonly atOnce: number
  /** How many to begin in all; without it, until none is due. */
  readonly most?: number
  /** Once aborted, nothing more is begun. */
  readonly stopping?: AbortSignal | undefined
  readonly claim: (limit: number) => Promise<readonly Row[]>
  /** Handles one and completes it. A throw postpones it. */
  readonly handle: (row: Row) => Promise<unknown>
  /** Called when the last attempt failed, or its worker died. */
  readonly onGivenUp?: (row: Row, error: unknown) => void
}

/** Handles due rows until none is left; returns how many were begun. */
export async function drainLeases<Row extends Claim>(
  app: App,
  lease: AnyHeldLease,
  options: DrainOptions<Row>,
): Promise<number> {
  const { atOnce, most = Infinity, stopping, claim } = options
  const running = new Set<Promise<void>>()
  let begun = 0
  for (;;) {
    const limit = stopping?.aborted ? 0 : Math.min(atOnce - running.size, most - begun)
    const rows = limit > 0 ? await claim(limit) : []
    begun += rows.length
    for (const row of rows) {
      const task: Promise<void> = attempt(app, lease, row, options).finally(() => running.delete(task))
      running.add(task)
    }
    if (running.size === 0) return begun
    await untilHalf(running)
  }
}

/** Waits until half of them are done, so that few statements claim many; or a moment. */
function untilHalf(running: ReadonlySet<Promise<void>>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_AGAIN_MS)
    let left = Math.ceil(running.size / 2)
    for (const task of running) {
      void task.then(() => {
        left -= 1
        if (left > 0) return
        clearTimeout(timer)
        resolve()
      })
    }
  })
}

async function attempt<Row extends Claim>(
  app: App,
  lease: AnyHeldLease,
  row: Row,
  { handle, onGivenUp }: DrainOptions<Row>,
): Promise<void> {
  const logFields = { work: lease.table, key: row.key, attempt: row.attempts }
  try {
    // Only a worker that died at the last attempt leaves more than that.
    if (lease.most && row.attempts > lease.most.attempts) throw new Error('interrupted')
    await withHeartbeat(app, lease, row, () => handle(row))
  } catch (error) {
    try {
      const isLast = await postpone(app.db, lease, row, reasonOf(error))
      if (isLast && onGivenUp) return onGivenUp(row, error)
      const isAlarm = isLast || !lease.most
      app.log[isAlarm ? 'error' : 'warn'](
        { err: error, ...logFields },
        isLast ? 'work was given up' : 'work is tried again',
      )
    } catch (problem) {
      app.log.error(
        { err: problem, ...logFields },
        'the outcome of work was not recorded; it is due again when its lease ends',
      )
    }
  }
}

/** Stored in the row: names and codes, never a text that may quote a person. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
