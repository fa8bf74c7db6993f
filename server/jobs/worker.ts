/** What a worker process does: takes jobs from the queues, supervises those of dead workers, and keeps the clock. */
import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss'
import type { App } from '#server/context.ts'
import { clientsThatHangUp } from '#server/db/connection/hang-up.ts'
import { allJobs, type JobName } from './catalogue.ts'
import { queues, QUEUE_SCHEMA } from './install.ts'
import type { JobHandlers } from './queue.ts'
import { runHandler } from './run-handler.ts'
import { startSchedule } from './schedule.ts'

export interface Worker {
  /**
   * Takes nothing more, asks what runs to end and waits up to `withinMs` for it; the rest goes back to its queue. Returns the names of
   * the jobs that run on: they still use the app.
   */
  stop(withinMs?: number): Promise<readonly string[]>
}

export interface WorkerOptions {
  readonly handlers: JobHandlers
  readonly connectionString: string
  /** Only these; the others wait for a worker that takes them. */
  readonly only?: readonly JobName[] | undefined
  /** How long the queue's statements may go without their answer before their connection is given up. */
  readonly longestAnswerMs?: number
}

const STOP_WITHIN_MS = 10_000
const AT_ONCE = 10
/** Its upkeep deletes many rows at once, outside any request. */
const ANSWER_TIMEOUT_MS = 60_000
/** Taking and settling jobs never waits for the handlers' own connections. */
const CONNECTIONS = 2
/** How often jobs of silent workers are looked for, and how fresh the queue depths are. */
const SUPERVISE_SECONDS = 5

/** Starts working; throws when the queue's tables are missing or of another version. */
export async function startWorker(app: App, options: WorkerOptions): Promise<Worker> {
  const { connectionString, only, longestAnswerMs = ANSWER_TIMEOUT_MS } = options
  const unhandled = Object.keys(allJobs).filter((name) => !(name in options.handlers))
  const handlers: JobHandlers = only
    ? Object.fromEntries(Object.entries(options.handlers).filter(([name]) => only.includes(name as JobName)))
    : options.handlers
  if (unhandled.length > 0) app.log.error({ jobs: unhandled }, 'jobs without a handler wait for a worker that has one')
  // Both go to its pool as they are: it asks for jobs by these, and a silent network would keep it asking for ever.
  const connection = { keepAlive: true, Client: clientsThatHangUp(longestAnswerMs) }
  const boss = new PgBoss({
    ...connection,
    connectionString,
    max: CONNECTIONS,
    application_name: 'previa-worker-queue',
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 5000,
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: true,
    useListenNotify: queues.some(({ isUserWaiting }) => isUserWaiting),
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 600,
  })
  boss.on('error', (error) => app.log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => app.log.warn({ warning: warning.message }, 'queue warning'))
  await boss.start()
  // What a worker that died left behind is taken up at once, not after the first interval.
  await boss.supervise()
  const stopping = new AbortController()
  const running = new Set<JobWithMetadata<object | null>>()
  const handle = async (job: JobWithMetadata<object | null>) => {
    running.add(job)
    return work(app, handlers, job, stopping.signal).finally(() => running.delete(job))
  }
  for (const { name, cron, atOnce = AT_ONCE } of queues) {
    if (!(name in handlers)) continue
    const pollingIntervalSeconds = cron === undefined ? 1 : 5
    await boss.work(
      name,
      {
        batchSize: atOnce,
        burstWhenBatchFull: true,
        pollingIntervalSeconds,
        // No notification comes when a delayed job or a retry falls due.
        notifyPollingIntervalSeconds: pollingIntervalSeconds,
        includeMetadata: true,
        perJobResults: true,
      },
      (taken: JobWithMetadata<object | null>[]) => Promise.all(taken.map(handle)),
    )
  }
  const schedule = startSchedule(app, { handlers })

  return {
    async stop(withinMs = STOP_WITHIN_MS) {
      stopping.abort()
      // What runs by the clock and does not end in time is done again when its lease does.
      const clock = Promise.race([schedule.stop(), wait(withinMs, undefined, { ref: false })])
      await Promise.all([clock, boss.stop({ graceful: true, timeout: withinMs })])
      return [...schedule.running(), ...Array.from(running, ({ name }) => name)]
    },
  }
}

async function work(
  app: App,
  handlers: JobHandlers,
  job: JobWithMetadata<object | null>,
  stopping: AbortSignal,
): Promise<JobResult> {
  const failure = await runHandler(app, handlers, {
    name: job.name,
    payload: job.data,
    id: job.id,
    retryCount: job.retryCount,
    stopping,
  })
  return failure ? { id: job.id, status: 'failed', output: failure } : { id: job.id, status: 'completed' }
}
