/**
 * Every background job: its name, what it carries and how it is retried. Each stands in its module's `jobs.ts`, which is found
 * by its name as migrations are: preparing a database loads none of the code that runs them. What an earlier module
 * needs from a later one goes through here.
 */
import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { JobOptions } from './job.ts'

/** What each job carries; `null` for jobs that run by the clock. Modules add theirs. */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is added to
export interface JobPayloads {}
export type JobName = keyof JobPayloads
/** Jobs that use cases enqueue: those that carry something. */
export type EnqueuedJobName = {
  [Name in JobName]: JobPayloads[Name] extends null ? never : Name
}[JobName]
/** The jobs whose names begin with the module's. */
export type NameOf<Module extends string> = Extract<JobName, `${Module}.${string}`>

const folder = fileURLToPath(new URL('../', import.meta.url))
const files = globSync(['db/jobs.ts', 'modules/*/jobs.ts'], { cwd: folder }).sort()
const found = await Promise.all(
  files.map((file) => import(pathToFileURL(folder + file).href) as Promise<{ jobs: Partial<typeof allJobs> }>),
)

export const allJobs = Object.assign({}, ...found.map(({ jobs }) => jobs)) as { readonly [Name in JobName]: JobOptions }
