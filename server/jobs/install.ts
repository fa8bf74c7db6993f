/**
 * The queue's own tables: a step of `migrate`, after the migrations. Web and worker processes only check that it was done,
 * so two versions of the program never change the schema under each other.
 */
import { getConstructionPlans, getMigrationPlans, PgBoss, type Queue as QueueRow } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import pg from 'pg'
import { allJobs } from './catalogue.ts'
import { RETRIES, type JobOptions, type Retries } from './job.ts'

export const QUEUE_SCHEMA = 'pgboss'
/** Where jobs end whose last retry failed; `source_name` says which they were. */
export const DEAD_LETTER = 'dead-letter'
const TIME_ZONE = 'America/Argentina/Buenos_Aires'

const LOCK = 7_220_462 // any constant: the advisory lock of this step
const DAY = 86_400
const MAX_RETRY_DELAY = 3600
/** Within the day of a daily job. */
const CRON_RETRIES: Retries = { retryLimit: 5, retryDelaySeconds: 60 }

/** How each job in a queue of the library runs; those of every so many seconds are in schedule.ts. */
export const queues: readonly Queued[] = Object.entries<JobOptions>(allJobs).flatMap(([name, { runs }]): Queued[] => {
  if ('everySeconds' in runs) return []
  return 'cron' in runs ? [{ name, cron: runs.cron, ...CRON_RETRIES }] : [{ name, ...RETRIES[runs.kind], ...runs }]
})

export interface Queued extends Retries {
  readonly name: string
  readonly cron?: string
}

/** Text that changes whenever this step would do something else: part of the name of the tests' template database. */
export const installVersion = JSON.stringify([library.pgboss.schema, queues])

type QueueSettings = Omit<QueueRow, 'name'>

/** After so long without a heartbeat (and 5 s of supervision) a worker counts as dead and its job goes to another. */
const HEARTBEAT_SECONDS = 15

function settingsOf({ cron, retryLimit, retryDelaySeconds, isUserWaiting }: Queued): QueueSettings {
  return {
    // `short`: one waiting job per key. `exclusive`: one waiting or running, so that cron jobs never meet themselves.
    policy: cron === undefined ? 'short' : 'exclusive',
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: MAX_RETRY_DELAY,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: DAY,
    notify: isUserWaiting ?? false,
    // The next tick of a cron job is its retry.
    ...(cron === undefined ? { deadLetter: DEAD_LETTER } : {}),
  }
}

/**
 * Creates or upgrades the queue's tables and brings queues and schedules to the catalogue. Repeatable; two processes at
 * once take turns. `public.app_now()` must exist.
 */
export async function installJobs(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'previa-install-jobs' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await installTables(client)
    await installQueues(client)
  } finally {
    await client.end() // also frees the lock
  }
}

async function installTables(client: pg.Client): Promise<void> {
  const found = await client.query(`select to_regclass('${QUEUE_SCHEMA}.version') is not null as "isInstalled"`)
  if (found.rows[0].isInstalled) {
    const { rows } = await client.query(`select version from ${QUEUE_SCHEMA}.version`)
    const version = Number(rows[0].version)
    if (version === library.pgboss.schema) return
    if (version > library.pgboss.schema) throw new Error(`The queue's tables (${version}) are newer than this program`)
    await client.query(getMigrationPlans(QUEUE_SCHEMA, version))
  } else {
    await client.query(getConstructionPlans(QUEUE_SCHEMA))
  }
  // The queue uses the app's clock, so that tests move both.
  await client.query(`create or replace function ${QUEUE_SCHEMA}.job_now() returns timestamp with time zone
    language sql stable as 'select public.app_now()'`)
}

async function installQueues(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    const installed = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    const wanted: [string, QueueSettings][] = [
      // Kept for a person to look at: never run, never retried.
      [DEAD_LETTER, { policy: 'standard', retryLimit: 0, retentionSeconds: 90 * DAY }],
      ...queues.map((queue): [string, QueueSettings] => [queue.name, settingsOf(queue)]),
    ]
    for (const [name, settings] of wanted) await installQueue(boss, name, settings, installed.get(name))
    await installSchedules(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function installQueue(
  boss: PgBoss,
  name: string,
  settings: QueueSettings,
  installed: QueueSettings | undefined,
): Promise<void> {
  if (!installed) return boss.createQueue(name, settings)
  const { policy, ...changeable } = settings
  if (installed.policy !== policy) throw new Error(`The queue ${name} changed its policy: give the job another name`)
  const isDifferent = Object.entries(changeable).some(
    ([key, value]) => installed[key as keyof QueueSettings] !== value, // keys of the same type
  )
  if (isDifferent) await boss.updateQueue(name, changeable)
}

async function installSchedules(boss: PgBoss): Promise<void> {
  const wanted = new Map(queues.flatMap(({ name, cron }) => (cron === undefined ? [] : [[name, cron] as const])))
  const installed = await boss.getSchedules()
  for (const { name, key } of installed) if (!wanted.has(name)) await boss.unschedule(name, key)
  for (const [name, cron] of wanted) {
    if (installed.some((schedule) => schedule.name === name && schedule.cron === cron)) continue
    // A server that was off catches up with one run, however many it missed.
    await boss.schedule(name, cron, null, { tz: TIME_ZONE, missed: 'once' })
  }
}
