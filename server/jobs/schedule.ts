/**
 * Jobs that run more often than cron allows. Any number of workers may watch the same clock: a lease in `clock_jobs` gives
 * each run to one of them, so a job never meets itself, and a run that a killed worker left behind is done again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App, Db } from '#server/context.ts'
import { allJobs, type JobName } from './catalogue.ts'
import type { JobOptions } from './job.ts'
import { claim, withHeartbeat, postpone, complete, type Claim, type HeldLease } from './lease.ts'
import type { JobHandlers } from './queue.ts'
import { runHandler } from './run-handler.ts'

export interface Schedule {
  /** Starts no more runs and waits for those under way. */
  stop(): Promise<void>
  /** The jobs that run at this moment. */
  running(): readonly string[]
}

export interface ScheduleOptions {
  readonly handlers: JobHandlers
  /** How long a silent worker keeps a job; it renews three times in that. */
  readonly leaseSeconds?: number
  /** Seconds between runs by job, instead of the catalogue's. */
  readonly every?: Readonly<Partial<Record<JobName, number>>>
}

const LEASE_SECONDS = 15
/** A failing job is tried again at growing distances, up to this or its own interval. */
const MAX_PAUSE_SECONDS = 60
const STARTED = { started_at: sql`app_now()` }

/** Starts the clock of one worker for the jobs that it has handlers for. */
export function startSchedule(app: App, options: ScheduleOptions): Schedule {
  const leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS
  const every =
    options.every ??
    Object.fromEntries(
      Object.entries<JobOptions>(allJobs).flatMap(([name, { runs }]) =>
        'everySeconds' in runs && name in options.handlers ? [[name, runs.everySeconds]] : [],
      ),
    )
  const stopping = new AbortController()
  const running = new Set<string>()
  const { handlers } = options
  const loops = Object.entries(every).map(([name, everySeconds]) =>
    loop(app, { name, everySeconds, leaseSeconds, handlers, stopping: stopping.signal, running }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
    running: () => [...running],
  }
}

interface Watched {
  readonly name: string
  readonly everySeconds: number
  readonly leaseSeconds: number
  readonly handlers: JobHandlers
  readonly stopping: AbortSignal
  /** Names of the jobs that run. */
  readonly running: Set<string>
}

async function loop(app: App, job: Watched): Promise<void> {
  let isDown = false
  let isKnown = false
  while (!job.stopping.aborted) {
    let pauseMs = job.everySeconds * 1000
    job.running.add(job.name)
    try {
      if (!isKnown) await sql`insert into clock_jobs (name) values (${job.name}) on conflict do nothing`.execute(app.db)
      isKnown = true
      const [held] = await claim(app.db, leaseOf(job), { limit: 1, where: sql`name = ${job.name}`, set: STARTED })
      if (held) await run(app, job, held)
      pauseMs = await untilDueMs(app.db, job)
      isDown = false
    } catch (error) {
      // The database is away: said once, then waited for.
      if (!isDown) app.log.error({ job: job.name, err: error }, 'clock job cannot be claimed')
      isDown = true
      pauseMs = Math.max(1000, pauseMs)
    }
    job.running.delete(job.name)
    // Stopping does not wait for a pause to end.
    await wait(pauseMs, undefined, { signal: job.stopping }).catch(() => undefined)
  }
}

const leaseOf = ({ everySeconds, leaseSeconds }: Watched): HeldLease<'clock_jobs'> => ({
  table: 'clock_jobs',
  key: 'name',
  isOpen: sql`true`,
  until: leaseSeconds,
  pause: {
    seconds: Math.min(everySeconds, MAX_PAUSE_SECONDS),
    growth: 2,
    longestSeconds: Math.max(everySeconds, MAX_PAUSE_SECONDS),
  },
  columns: { at: 'due_at', attempts: 'failures' },
})

async function run(app: App, job: Watched, held: Claim): Promise<void> {
  const { handlers, name, everySeconds, stopping } = job
  const lease = leaseOf(job)
  const attempt = { name, payload: null, id: held.leasedBy, retryCount: held.attempts - 1, stopping }
  const failure = await withHeartbeat(app, lease, held, () => runHandler(app, handlers, attempt), Infinity)
  if (failure) return void (await postpone(app.db, lease, held, failure.message))
  // The next is due so long after this one's start.
  const next = sql`started_at + make_interval(secs => ${everySeconds})`
  const outcome = { due_at: next, finished_at: sql`app_now()`, failures: 0, last_error: null }
  const isKept = await complete(app.db, lease, held, outcome)
  if (!isKept) app.log.warn({ job: name }, 'clock job outlived its lease; another worker may have run it')
}

/** How long until it is worth claiming again: when it is due, or when the present lease would end. */
async function untilDueMs(db: Db, { name, everySeconds }: Watched): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from due_at - app_now())::float8 as seconds
    from clock_jobs where name = ${name}`.execute(db)
  // The lease of a living worker ends early, when its run does; look again in time for the run after.
  const seconds = Math.min(rows[0]?.seconds ?? 0, everySeconds)
  return Math.max(0, seconds) * 1000
}
