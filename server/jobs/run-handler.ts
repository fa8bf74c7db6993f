/** One attempt at one job, the same in a worker and in a test. */
import type { App } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'
import type { JobPayloads } from './catalogue.ts'
import type { JobHandlers } from './queue.ts'

export interface Attempt {
  readonly name: string
  readonly payload: object | null
  readonly id: string
  readonly retryCount: number
  /** Of the worker that runs it. */
  readonly stopping?: AbortSignal
}

/**
 * Runs the handler. Gives null when it finished, else the reason, which is logged here, once; the queue keeps no more
 * of it than the message.
 */
export async function runHandler(
  app: App,
  handlers: JobHandlers,
  attempt: Attempt,
): Promise<{ message: string } | null> {
  const handler = handlers[attempt.name as keyof JobPayloads] as // the queue's name decides which payload it carries
    ((app: App, payload: object | null, stopping?: AbortSignal) => Promise<void>) | undefined
  const startedMs = performance.now()
  try {
    if (!handler) throw new Error(`No handler runs the job ${attempt.name}`)
    await handler(app, attempt.payload, attempt.stopping)
    count('jobs', { job: attempt.name, result: 'done' })
    app.log.debug({ job: attempt.name, id: attempt.id, ms: Math.round(performance.now() - startedMs) }, 'job done')
    return null
  } catch (error) {
    count('jobs', { job: attempt.name, result: 'failed' })
    app.log.error({ job: attempt.name, id: attempt.id, attempt: attempt.retryCount + 1, err: error }, 'job failed')
    return { message: error instanceof Error ? error.message : String(error) }
  }
}
