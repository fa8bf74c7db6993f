/** How a job is declared in its module's `jobs.ts`. */
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

/** A job that carries `Payload`: known to the types alone. */
export type Job<Payload> = JobOptions & { readonly payload?: Payload }
/** What each of these jobs carries. */
export type PayloadsOf<Jobs> = {
  readonly [Name in keyof Jobs]: Jobs[Name] extends Job<infer Payload> ? Payload : never
}

/** Without a payload it runs by the clock. */
export function job<Payload extends object | null = null>(options: JobOptions): Job<Payload> {
  return options
}
