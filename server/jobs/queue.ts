/** The queue as use cases see it. `openQueue` makes one over PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { fromKysely, PgBoss } from 'pg-boss'
import type { App, Core, Db } from '#server/context.ts'
import { sha256 } from '#server/shared/crypto.ts'
import type { Logger } from '#server/shared/logger.ts'
import { wellFormed } from '#server/shared/well-formed.ts'
import type { EnqueuedJobName, JobName, JobPayloads, NameOf } from './catalogue.ts'
import { queues, QUEUE_SCHEMA } from './install.ts'
import { runHandler } from './run-handler.ts'

export interface EnqueueOptions {
  /** Not before this many seconds from now. */
  readonly delaySeconds?: number
  /**
   * While a job with this key waits for its first run, another is not added. One that already runs does not count: it
   * may have read what it decides by before this one's cause existed.
   */
  readonly singletonKey?: string
  /** A job with this key is added once, whether the first one waits, runs, failed or was done within the last day. */
  readonly onceKey?: string
}

export interface Queue {
  /** Adds a job with `app.db`: inside a transaction it exists only if that commits. */
  enqueue<Name extends EnqueuedJobName>(
    app: Pick<Core, 'db'>,
    name: Name,
    payload: JobPayloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>
  /**
   * Tests: runs everything that is due, and what that enqueues, until nothing is left. Returns how many ran. A handler
   * that throws is logged and its job waits for its retry, as in a worker.
   */
  drain(app: App): Promise<number>
  /** Tests: runs a job that runs by the clock, now and here; throws what its handler throws. */
  runJob(app: App, name: Exclude<JobName, EnqueuedJobName>): Promise<void>
  close(): Promise<void>
}

/** What runs a job; the app is the worker's own. One that goes on while there is work ends soon once `stopping` says so. */
export type JobHandler<Name extends JobName> = (
  app: App,
  payload: JobPayloads[Name],
  stopping?: AbortSignal,
) => Promise<void>
export type JobHandlers = { readonly [Name in JobName]?: JobHandler<Name> }
/** What runs all jobs of a module. */
export type HandlersOf<Module extends string> = Required<Pick<JobHandlers, NameOf<Module>>>

export interface QueueParts {
  /** Used outside transactions and to read what the queues are, once. */
  readonly db: Db
  /** For `drain` and `runJob`; a process that only enqueues needs none. */
  readonly handlers: JobHandlers
  readonly log: Logger
}

/** Opens the queue of one process; `installJobs` must have run on the database. `close` leaves the pool open. */
export async function openQueue({ db, handlers, log }: QueueParts): Promise<Queue> {
  const boss = new PgBoss({
    db: fromKysely(db),
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  // Reads the queues once, so that no enqueue inside a transaction has to ask the pool for a second connection.
  await boss.start()

  /** One look at all of them costs as much as a fetch from one, and mostly none has anything. */
  async function findDue(app: App): Promise<ReadonlySet<unknown>> {
    const { rows } = await fromKysely(app.db).executeSql(`
      select distinct name from ${QUEUE_SCHEMA}.job
       where state < 'active' and not blocked and start_after <= ${QUEUE_SCHEMA}.job_now()`)
    return new Set(rows.map(({ name }) => name))
  }

  async function drainQueue(app: App, name: string): Promise<number> {
    const sql = fromKysely(app.db)
    for (let ran = 0; ; ran += 1) {
      // One at a time, so that they run in the order in which they were added.
      const [job] = await boss.fetch<object>(name, { db: sql })
      if (!job) return ran
      const failure = await runHandler(app, handlers, {
        name,
        payload: job.data,
        id: job.id,
        retryCount: job.retryCount,
      })
      if (failure) await boss.fail(name, job, failure, { db: sql })
      else await boss.complete(name, job, null, { db: sql })
    }
  }

  return {
    async enqueue(app, name, payload, { delaySeconds, singletonKey, onceKey } = {}) {
      await boss.send(name, wellFormed(payload), {
        db: fromKysely(app.db),
        // The queues keep one waiting job per key: a job of its own has a key of its own.
        singletonKey: singletonKey ?? randomUUID(),
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
        // The library adds no second job of one id, and keeps those that are done for a day.
        ...(onceKey === undefined ? {} : { id: sha256(onceKey).toString('hex').slice(0, 32) }),
      })
    },
    async drain(app) {
      let total = 0
      let due = await findDue(app)
      for (;;) {
        let ran = 0
        for (const { name } of queues) {
          if (!due.has(name)) continue
          ran += await drainQueue(app, name)
          due = await findDue(app)
        }
        if (ran === 0) return total
        total += ran
      }
    },
    async runJob(app, name) {
      const handler = handlers[name]
      if (!handler) throw new Error(`No handler runs the job ${name}`)
      await handler(app, null)
    },
    close: () => boss.stop({ graceful: false }),
  }
}
