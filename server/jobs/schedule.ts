/**
 * Jobs that run more often than cron allows. Any number of workers may watch the same clock: a lease in `clock_jobs` gives
 * each run to one of them, so a job never meets itself, and a run that a killed worker left behind is done again.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#server/context.ts'
import { allJobs, type JobName } from './catalogue.ts'
import type { JobHandlers } from './queue.ts'
import { runHandler } from './run-handler.ts'

export interface Schedule {
  /** Starts no more runs and waits for those under way. */
  stop(): Promise<void>
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

/** Starts the clock of one worker for the jobs that it has handlers for. */
export function startSchedule(app: App, options: ScheduleOptions): Schedule {
  const worker = randomUUID()
  const leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS
  const every =
    options.every ??
    Object.fromEntries(
      Object.entries(allJobs).flatMap(([name, { everySeconds }]) =>
        everySeconds !== undefined && name in options.handlers ? [[name, everySeconds]] : [],
      ),
    )
  const stopping = new AbortController()
  const loops = Object.entries(every).map(([name, everySeconds]) =>
    loop(app, { name, everySeconds, worker, leaseSeconds, handlers: options.handlers, stopping: stopping.signal }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

interface Watched {
  readonly name: string
  readonly everySeconds: number
  readonly worker: string
  readonly leaseSeconds: number
  readonly handlers: JobHandlers
  readonly stopping: AbortSignal
}

async function loop(app: App, job: Watched): Promise<void> {
  let isDown = false
  while (!job.stopping.aborted) {
    let pauseMs = job.everySeconds * 1000
    try {
      if (await claim(app.db, job)) await run(app, job)
      pauseMs = await untilDueMs(app.db, job)
      isDown = false
    } catch (error) {
      // The database is away: said once, then waited for.
      if (!isDown) app.log.error({ job: job.name, err: error }, 'clock job cannot be claimed')
      isDown = true
      pauseMs = Math.max(1000, pauseMs)
    }
    await pause(pauseMs, job.stopping)
  }
}

/** Takes the run that is due now, if nobody has it. */
async function claim(db: Db, { name, worker, leaseSeconds }: Watched): Promise<boolean> {
  const claimed = await sql`
    insert into clock_jobs as job (name, leased_by, leased_until, started_at)
    values (${name}, ${worker}, ${inSeconds(leaseSeconds)}, app_now())
    on conflict (name) do update
      set leased_by = excluded.leased_by, leased_until = excluded.leased_until, started_at = excluded.started_at
      where job.due_at <= app_now() and (job.leased_until is null or job.leased_until <= app_now())
    returning 1`.execute(db)
  return claimed.rows.length === 1
}

async function run(app: App, job: Watched): Promise<void> {
  let renewing = Promise.resolve()
  const renewal = setInterval(
    () => {
      renewing = renew(app, job)
    },
    (job.leaseSeconds * 1000) / 3,
  )
  const failure = await runHandler(app, job.handlers, {
    name: job.name,
    payload: null,
    id: job.worker,
    retryCount: 0,
    stopping: job.stopping,
  })
  clearInterval(renewal)
  await renewing
  await finish(app.db, job, failure?.message ?? null)
}

async function renew(app: App, { name, worker, leaseSeconds }: Watched): Promise<void> {
  try {
    const kept = await sql`update clock_jobs set leased_until = ${inSeconds(leaseSeconds)}
      where name = ${name} and leased_by = ${worker} returning 1`.execute(app.db)
    if (kept.rows.length === 0) app.log.warn({ job: name }, 'clock job outlived its lease; another worker may run it')
  } catch (error) {
    app.log.warn({ job: name, err: error }, 'lease of a clock job was not renewed')
  }
}

/** Gives the run up and says when the next is due, counted from this one's start. */
async function finish(db: Db, { name, worker, everySeconds }: Watched, error: string | null): Promise<void> {
  const maxPause = Math.max(everySeconds, MAX_PAUSE_SECONDS)
  await sql`
    update clock_jobs set leased_by = null, leased_until = null, finished_at = app_now(), last_error = ${error},
      failures = case when ${error}::text is null then 0 else failures + 1 end,
      due_at = case when ${error}::text is null then started_at + make_interval(secs => ${everySeconds})
        else app_now() + make_interval(secs => least(${maxPause}, ${everySeconds} * 2 ^ least(failures, 10))) end
    where name = ${name} and leased_by = ${worker}`.execute(db)
}

/** How long until it is worth claiming again: when it is due, or when the present lease would end. */
async function untilDueMs(db: Db, { name, everySeconds }: Watched): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from greatest(due_at, leased_until) - app_now())::float8 as seconds
    from clock_jobs where name = ${name}`.execute(db)
  // The lease of a living worker ends early, when its run does; look again in time for the run after.
  const seconds = Math.min(rows[0]?.seconds ?? 0, everySeconds)
  return Math.max(0, seconds) * 1000
}

function inSeconds(seconds: number) {
  return sql`app_now() + make_interval(secs => ${seconds})`
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
