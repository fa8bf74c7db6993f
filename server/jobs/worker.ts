/** What a worker process does: takes jobs from the queues, supervises those of dead workers, and keeps the clock. */
import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss'
import type { App } from '#server/context.ts'
import { jobs } from './catalogue.ts'
import { queuedJobs, QUEUE_SCHEMA } from './install.ts'
import type { JobHandlers } from './queue.ts'
import { runHandler } from './run-handler.ts'
import { startSchedule } from './schedule.ts'

export interface Worker {
  /** Takes nothing more and waits up to `withinMs` for what runs; the rest goes back to its queue. */
  stop(withinMs?: number): Promise<void>
}

export interface WorkerOptions {
  readonly handlers: JobHandlers
  readonly connectionString: string
}

const STOP_WITHIN_MS = 10_000
const BATCH = 10
/** Taking and settling jobs never waits for the handlers' own connections. */
const CONNECTIONS = 2
/** How often jobs of silent workers are looked for, and how fresh the queue depths are. */
const SUPERVISE_SECONDS = 5

/** Starts working; throws when the queue's tables are missing or of another version. */
export async function startWorker(app: App, { handlers, connectionString }: WorkerOptions): Promise<Worker> {
  const unhandled = Object.keys(jobs).filter((name) => !(name in handlers))
  if (unhandled.length > 0) app.log.error({ jobs: unhandled }, 'jobs without a handler wait for a worker that has one')
  const boss = new PgBoss({
    connectionString,
    max: CONNECTIONS,
    application_name: 'previa-worker-queue',
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 5000,
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: true,
    useListenNotify: queuedJobs.some(([, options]) => options.isUserWaiting),
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 600,
  })
  boss.on('error', (error) => app.log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => app.log.warn({ warning: warning.message }, 'queue warning'))
  await boss.start()
  // What a worker that died left behind is taken up at once, not after the first interval.
  await boss.supervise()
  for (const [name, options] of queuedJobs) {
    if (unhandled.includes(name)) continue
    const pollingIntervalSeconds = options.cron === undefined ? 1 : 5
    await boss.work(
      name,
      {
        batchSize: options.batchSize ?? BATCH,
        burstWhenBatchFull: true,
        pollingIntervalSeconds,
        // Nobody is notified when a delayed job or a retry falls due.
        notifyPollingIntervalSeconds: pollingIntervalSeconds,
        includeMetadata: true,
        perJobResults: true,
      },
      (taken: JobWithMetadata<object | null>[]) => Promise.all(taken.map((job) => work(app, handlers, job))),
    )
  }
  const schedule = startSchedule(app, { handlers })

  return {
    async stop(withinMs = STOP_WITHIN_MS) {
      // What runs by the clock and does not end in time is done again when its lease does.
      const clock = Promise.race([schedule.stop(), wait(withinMs, undefined, { ref: false })])
      await Promise.all([clock, boss.stop({ graceful: true, timeout: withinMs })])
    },
  }
}

async function work(app: App, handlers: JobHandlers, job: JobWithMetadata<object | null>): Promise<JobResult> {
  const failure = await runHandler(app, handlers, {
    name: job.name,
    payload: job.data,
    id: job.id,
    retryCount: job.retryCount,
  })
  return failure ? { id: job.id, status: 'failed', output: failure } : { id: job.id, status: 'completed' }
}
