/** A worker process: runs jobs until it is asked to end, then finishes those under way. */
import { setPriority } from 'node:os'
import { createApp, handlers } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createMetrics } from '#server/http/metrics.ts'
import type { JobName } from '#server/jobs/catalogue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { connectToParent, endInOrder } from './parent.ts'

/** Ten seconds for the jobs, and some to give the rest back and to disconnect. */
export const WORKER_ENDS_WITHIN_MS = 13_000
const JOBS_END_WITHIN_MS = 10_000

/** What people of a demo wait for while its past is loaded; anything else could take hold of a past order before its next step. */
const WHILE_HISTORY_LOADS: readonly JobName[] = [
  'accounts.look-for-reset',
  'accounts.notify',
  'accounts.renew-activation',
  'accounts.send-code',
  'accounts.send-link',
  'accounts.send-registration-code',
  'accounts.send-reset-list',
  'checkout.apply-notifications',
  'notifications.deliver',
  'support.send-contact',
  'tickets.notify',
]

/** Where cores are few, people who buy go before papers and mails; a worker alone on its machine loses nothing. */
const NICENESS = 5

/** Runs until the process ends. */
export async function runWorker(config: Config, connectionString: string, name: string): Promise<void> {
  setPriority(NICENESS)
  const metrics = createMetrics(name)
  const parent = connectToParent(metrics)
  const running = await createApp({ config, connectionString, process: 'worker' })
  metrics.watch(running.app.processCache)
  const only = config.historyLoadsSince === null ? undefined : WHILE_HISTORY_LOADS
  const worker = await startWorker(running.app, { handlers, connectionString, only })
  endInOrder(running.app.log, WORKER_ENDS_WITHIN_MS, async () => {
    const left = await worker.stop(JOBS_END_WITHIN_MS)
    // Their connections end with the process, which undoes what they began; closed before, each would report a failure.
    if (left.length > 0)
      return running.app.log.warn({ jobs: left }, 'jobs cut off by the end of the process; done again')
    await running.close()
  })
  await parent.ready()
}
