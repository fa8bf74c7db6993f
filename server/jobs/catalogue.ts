/**
 * Every background job: its name, what it carries and how it is retried. Each stands in its module's `jobs.ts`, which is found
 * by its name as migrations are: whoever prepares a database loads none of the code that runs them. What an earlier module
 * needs from a later one goes through here.
 */
import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface JobOptions {
  readonly retryLimit: number
  /** Seconds before the first retry; doubles each time, with jitter, up to an hour. */
  readonly retryDelaySeconds: number
  /** A person is waiting for it: workers are notified at once instead of polling every second. */
  readonly isUserWaiting?: true
  /** How many a worker runs side by side, 10 by default. */
  readonly batchSize?: number
  /** Local cron expression (Buenos Aires) of jobs that run by the clock. */
  readonly cron?: string
  /** Seconds between runs, for jobs that run more often than cron allows. */
  readonly everySeconds?: number
}

/** What each job carries; `null` for jobs that run by the clock. Modules add theirs. */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is added to
export interface JobPayloads {}
export type JobName = keyof JobPayloads
/** Jobs that use cases enqueue: those that carry something. */
export type EnqueuedJobName = {
  [Name in JobName]: JobPayloads[Name] extends null ? never : Name
}[JobName]
/** The jobs whose names begin with the module's. */
type NameOf<Module extends string> = Extract<JobName, `${Module}.${string}`>
export type JobsOf<Module extends string> = { readonly [Name in NameOf<Module>]: JobOptions }

const folder = fileURLToPath(new URL('../', import.meta.url))
const files = globSync(['db/jobs.ts', 'modules/*/jobs.ts'], { cwd: folder }).sort()
const found = await Promise.all(
  files.map((file) => import(pathToFileURL(folder + file).href) as Promise<{ jobs: Partial<typeof jobs> }>),
)

export const jobs = Object.assign({}, ...found.map((each) => each.jobs)) as { readonly [Name in JobName]: JobOptions }
