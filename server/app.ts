/** The only place that builds an `App`: configuration → database, adapters, queue, rules, endpoints, handlers. */
import { join } from 'node:path'
import { createInProcessBus } from '#server/adapters/bus/in-process.ts'
import type { Bus } from '#server/adapters/bus/port.ts'
import { createDiskFiles } from '#server/adapters/files/disk.ts'
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts'
import { createPaymentsOff } from '#server/adapters/payments/payments-off.ts'
import { createEmailInbox } from '#server/adapters/email/inbox.ts'
import { createEmailOff } from '#server/adapters/email/email-off.ts'
import type { Email } from '#server/adapters/email/port.ts'
import { createSmtpEmail } from '#server/adapters/email/smtp.ts'
import { createWhatsappCloudApi } from '#server/adapters/whatsapp/cloud-api.ts'
import { createWhatsappInbox } from '#server/adapters/whatsapp/inbox.ts'
import type { Whatsapp } from '#server/adapters/whatsapp/port.ts'
import { createWhatsappOff } from '#server/adapters/whatsapp/whatsapp-off.ts'
import type { Config } from '#server/config.ts'
import type { App, Db } from '#server/context.ts'
import { createDb } from '#server/db/client.ts'
import { createSessions, type Sessions } from '#server/http/authenticate.ts'
import type { Bound, Rules } from '#server/http/bound.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createClock, type Clock } from '#server/shared/clock.ts'
import { createVault } from '#server/shared/crypto.ts'
import type { KeepInboxMessage } from '#server/shared/inbox.ts'
import { createLogger, type Logger } from '#server/shared/logger.ts'
import { keepInInbox } from '#server/modules/notifications/keep-in-inbox.ts'
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
  const bus = options.bus ?? createInProcessBus(log)
  const queue = await openQueue({ db, handlers, log })
  const keep = keepInInbox(db)
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
    email: chooseEmail(config, keep),
    whatsapp: chooseWhatsapp(config, keep),
    files: createDiskFiles(join(config.home, 'files')),
    memory: new Map(),
  }
  const sessions = createSessions((hashes) => findSessions(db, hashes), clock)
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

/** A vendor when its keys are given; in demo the local inbox; in production without keys, off. */
function chooseEmail(config: Config, keep: KeepInboxMessage): Email {
  if (config.smtpUrl) return createSmtpEmail({ url: config.smtpUrl, from: config.mailFrom })
  return config.mode === 'demo' ? createEmailInbox(keep) : createEmailOff()
}

function chooseWhatsapp(config: Config, keep: KeepInboxMessage): Whatsapp {
  if (config.whatsapp) return createWhatsappCloudApi(config.whatsapp)
  return config.mode === 'demo' ? createWhatsappInbox(keep) : createWhatsappOff()
}
