/** How a module's `jobs.ts` declares its jobs; `docs/jobs.md` lists them. */

/** How a queued job is retried. Pauses double, with jitter, up to an hour; after the last retry it is a dead letter. */
export const RETRIES = {
  /** A message to one reader, for some 40 minutes. */
  mail: { retryLimit: 8, retryDelaySeconds: 10 },
  /** A message or step that a law or money depends on, for some seven hours. */
  important: { retryLimit: 15, retryDelaySeconds: 10 },
  /** A person waits for it, under a minute. Workers are notified instead of polling every second. */
  answer: { retryLimit: 4, retryDelaySeconds: 3, isUserWaiting: true },
  /** Work on our own database, for some two hours. */
  work: { retryLimit: 12, retryDelaySeconds: 2 },
  /** Uses a core for seconds: two at a time in a worker. */
  drawing: { retryLimit: 3, retryDelaySeconds: 30, atOnce: 2 },
} satisfies Record<string, Retries>

export interface Retries {
  readonly retryLimit: number
  readonly retryDelaySeconds: number
  readonly isUserWaiting?: true
  /** How many a worker runs side by side, 10 by default. */
  readonly atOnce?: number
}
export type RetryKind = keyof typeof RETRIES

export interface JobOptions {
  /** One line: what the job does. */
  readonly summary: string
  readonly runs:
    | { readonly everySeconds: number }
    /** A cron expression in Buenos Aires time. */
    | { readonly cron: string }
    | { readonly kind: RetryKind; readonly atOnce?: number }
}

/** A job that carries `Payload`, which only the types know; null for jobs that run by the clock. */
export type Job<Payload> = JobOptions & { readonly payload?: Payload }
export type PayloadsOf<Jobs> = {
  readonly [Name in keyof Jobs]: Jobs[Name] extends Job<infer Payload> ? Payload : never
}

/** Runs every so many seconds; a failed run is tried again after growing pauses. */
export function every(seconds: number, summary: string): Job<null> {
  return { summary, runs: { everySeconds: seconds } }
}

/** Runs at a time of day ('4:15', Buenos Aires). */
export function daily(
  time: `${number}:${number}`,
  summary: string,
  { days = '*' }: { days?: '*' | '1-5' } = {},
): Job<null> {
  const [hour, minute] = time.split(':').map(Number)
  return { summary, runs: { cron: `${minute} ${hour} * * ${days}` } }
}

/** Runs once it was enqueued with a payload. `atOnce` overrides how many of its kind a worker runs side by side. */
export function queued<Payload extends object>(
  kind: RetryKind,
  summary: string,
  options: { readonly atOnce?: number } = {},
): Job<Payload> {
  return { summary, runs: { kind, ...options } }
}
