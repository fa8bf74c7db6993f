/** Rows under a lease (lease.ts), worked off side by side: each settles for itself, so a slow one holds up its own place alone. */
import type { App } from '#server/context.ts'
import { withHeartbeat, postpone, type Claim, type HeldLease } from './lease.ts'

/** What comes while slow ones are under way is looked for this often. */
const LOOK_AGAIN_MS = 1000

export interface DrainOptions<Row> {
  /** How many are under way at a time. */
  readonly atOnce: number
  /** How many are begun in all; without it, as long as some are due. */
  readonly most?: number
  /** Nothing more is begun once it says so. */
  readonly stopping?: AbortSignal | undefined
  readonly claim: (limit: number) => Promise<readonly Row[]>
  /** Does one and settles it; what it throws has it tried again, later each time. */
  readonly handle: (row: Row) => Promise<unknown>
  /** Its last attempt has failed, or died. */
  readonly onGivenUp?: (row: Row, error: unknown) => void
}

/** Works off what is due until nothing is; gives how many were begun. */
export async function drainLeases<Row extends Claim>(
  app: App,
  lease: HeldLease,
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

/** Until half of them are done, so that few statements claim many; or a moment. */
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
  lease: HeldLease,
  row: Row,
  { handle, onGivenUp }: DrainOptions<Row>,
): Promise<void> {
  const facts = { work: lease.table, key: row.key, attempt: row.attempts }
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
        { err: error, ...facts },
        isLast ? 'work was given up' : 'work is tried again',
      )
    } catch (problem) {
      app.log.error({ err: problem, ...facts }, 'how work ended was not noted: it is due when its lease ends')
    }
  }
}

/** Kept in the row: names and codes, never a text that may quote a person. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
