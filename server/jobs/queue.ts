/** The queue as use cases see it. `openQueue` makes one over PostgreSQL. */
import type { App } from '#server/context.ts'
import type { JobName, JobPayloads } from './catalogue.ts'

export interface EnqueueOptions {
  /** Not before this many seconds from now. */
  readonly delaySeconds?: number
  /** While a job with this key waits or runs, another is not added. */
  readonly singletonKey?: string
}

export interface Queue {
  /** Adds a job with `app.db`: inside a transaction it exists only if that commits. */
  enqueue<Name extends JobName>(
    app: App,
    name: Name,
    payload: JobPayloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>
  /** Tests: runs everything that is due, and what that enqueues, until nothing is left. Returns how many ran. */
  drain(app: App): Promise<number>
  close(): Promise<void>
}

/** What runs a job; the app is the worker's own. */
export type JobHandler<Name extends JobName> = (app: App, payload: JobPayloads[Name]) => Promise<void>
export type JobHandlers = { readonly [Name in JobName]?: JobHandler<Name> }
