/** The only place that builds an `App`: configuration → database, adapters, queue, rules, endpoints, handlers. */
import { join } from 'node:path'
import { createInProcessBus } from '#server/adapters/bus/in-process.ts'
import type { Bus } from '#server/adapters/bus/port.ts'
import { createDiskFiles } from '#server/adapters/files/disk.ts'
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts'
import { createPaymentsOff } from '#server/adapters/payments/payments-off.ts'
import type { Config } from '#server/config.ts'
import type { App, Db } from '#server/context.ts'
import { createDb } from '#server/db/client.ts'
import { createSessions, type Sessions } from '#server/http/authenticate.ts'
import type { Bound, Rules } from '#server/http/bound.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createClock, type Clock } from '#server/shared/clock.ts'
import { createVault } from '#server/shared/crypto.ts'
import { createLogger, type Logger } from '#server/shared/logger.ts'
import * as accountsJobs from '#server/modules/accounts/jobs.ts'
import { findSessions } from '#server/modules/accounts/queries.ts'
import * as accountsRoutes from '#server/modules/accounts/routes.ts'

/** Every endpoint that the server answers. */
export const endpoints: readonly Bound[] = [...accountsRoutes.routes]

/** Object rules by name, each from the module that owns the object. */
export const rules: Rules = {}

/** What runs each job. */
export const handlers: JobHandlers = { ...accountsJobs.handlers }

export interface AppOptions {
  readonly config: Config
  readonly connectionString: string
  /** Shown in pg_stat_activity, and which pool sizes apply. */
  readonly process: 'web' | 'worker'
  readonly clock?: Clock
  readonly log?: Logger
  readonly bus?: Bus
  /** Tests that move the database's clock make their own. */
  readonly databases?: { readonly db: Db; readonly hotDb: Db }
}

export interface RunningApp {
  readonly app: App
  readonly sessions: Sessions
  /** Ends the queue and every connection. */
  close(): Promise<void>
}

/** Builds an `App` over a migrated database. */
export async function createApp(options: AppOptions): Promise<RunningApp> {
  const { config, connectionString } = options
  const log = options.log ?? createLogger({ level: config.logLevel, pretty: config.mode === 'demo' })
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const pool = (name: string, max: number) => createDb({ connectionString, name, max, onError })
  const db = options.databases?.db ?? pool(options.process, config.pools[options.process])
  const hotDb = options.databases?.hotDb ?? (options.process === 'web' ? pool('web-hot', config.pools.hot) : db)
  const clock = options.clock ?? createClock()
  const bus = options.bus ?? createInProcessBus()
  const queue = await openQueue({ db, handlers, log })
  const app: App = {
    config,
    db,
    hotDb,
    clock,
    log,
    vault: createVault(config.masterKey),
    queue,
    bus,
    payments: config.mercadoPago ? createMercadoPago(config.mercadoPago) : createPaymentsOff(),
    email: chooseEmail(config, db),
    whatsapp: chooseWhatsapp(config, db),
    files: createDiskFiles(join(config.home, 'files')),
    memory: new Map(),
  }
  const sessions = createSessions((hashes) => findSessions(db, hashes))
  bus.subscribe('accounts.changed', (userId) => sessions.forgetUser(userId))
  return {
    app,
    sessions,
    async close() {
      await queue.close()
      await bus.close()
      await db.destroy()
      if (hotDb !== db) await hotDb.destroy()
    },
  }
}
