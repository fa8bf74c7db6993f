/** The only place that builds an `App`: configuration → database, adapters, queue, rules, endpoints, handlers. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInProcessBus } from '#server/adapters/bus/in-process.ts'
import type { Bus } from '#server/adapters/bus/port.ts'
import { createPostgresBus } from '#server/adapters/bus/postgres.ts'
import { createDiskFiles } from '#server/adapters/files/disk.ts'
import { createGoogleOff } from '#server/adapters/google/google-off.ts'
import { createGoogle } from '#server/adapters/google/openid.ts'
import { createInvoicingNone } from '#server/adapters/invoicing/invoicing-none.ts'
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts'
import { noticeRefusals } from '#server/adapters/payments/notice-refusals.ts'
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
import { createDb, createPool } from '#server/db/connection/client.ts'
import { logLosses } from '#server/db/connection/connection-loss.ts'
import { database } from '#server/db/module.ts'
import { closeReserved, openReserved, type Reserved } from '#server/db/connection/reserved.ts'
import { createSessions, type SessionLookup, type Sessions } from '#server/http/authenticate.ts'
import type { Bound, Rules } from '#server/http/bound.ts'
import { createLimits, type LimitParts, type Limits } from '#server/http/limits.ts'
import { jobQueue } from '#server/jobs/module.ts'
import { openQueue, type JobHandlers } from '#server/jobs/queue.ts'
import { createClock, type Clock } from '#server/shared/clock.ts'
import { createVault } from '#server/shared/crypto.ts'
import type { KeepInboxMessage } from '#server/shared/inbox.ts'
import { createLogger, type Logger } from '#server/shared/logger.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { docsRoutes } from '#server/http/docs.ts'
import { pageHeaders } from '#server/http/headers.ts'
import { openapiRoutes } from '#server/http/openapi.ts'
import { pageRoutes } from '#server/http/pages.ts'
import type { ServerParts } from '#server/http/server.ts'
import { sitemapRoutes } from '#server/http/sitemap.ts'
import { loadStaticFiles, mediaRoutes, type PublicFile } from '#server/http/static.ts'
import type { Hooks, Module } from '#server/module.ts'
import { accounts } from '#server/modules/accounts/module.ts'
import { bar } from '#server/modules/bar/module.ts'
import { boxOffice } from '#server/modules/box-office/module.ts'
import { checkout } from '#server/modules/checkout/module.ts'
import { commercialDesk } from '#server/modules/commercial-desk/module.ts'
import { commercials } from '#server/modules/commercials/module.ts'
import { commissions } from '#server/modules/commissions/module.ts'
import { companies } from '#server/modules/companies/module.ts'
import { discounts } from '#server/modules/discounts/module.ts'
import { drinks } from '#server/modules/drinks/module.ts'
import { events } from '#server/modules/events/module.ts'
import { ledger } from '#server/modules/ledger/module.ts'
import { live } from '#server/modules/live/module.ts'
import { media } from '#server/modules/media/module.ts'
import { metrics } from '#server/modules/metrics/module.ts'
import { notices } from '#server/modules/notices/module.ts'
import { notifications } from '#server/modules/notifications/module.ts'
import { onboarding } from '#server/modules/onboarding/module.ts'
import { papers } from '#server/modules/papers/module.ts'
import { payments } from '#server/modules/payments/module.ts'
import { people } from '#server/modules/people/module.ts'
import { privacy } from '#server/modules/privacy/module.ts'
import { promoterDesk } from '#server/modules/promoter-desk/module.ts'
import { promoters } from '#server/modules/promoters/module.ts'
import { raffles } from '#server/modules/raffles/module.ts'
import { receipts } from '#server/modules/receipts/module.ts'
import { reminders } from '#server/modules/reminders/module.ts'
import { refunds } from '#server/modules/refunds/module.ts'
import { regrets } from '#server/modules/regrets/module.ts'
import { settlement } from '#server/modules/settlement/module.ts'
import { scanning } from '#server/modules/scanning/module.ts'
import { stock } from '#server/modules/stock/module.ts'
import { support } from '#server/modules/support/module.ts'
import { ticketDesk } from '#server/modules/ticket-desk/module.ts'
import { tickets } from '#server/modules/tickets/module.ts'
import { waitingList } from '#server/modules/waiting-list/module.ts'
import { hiddenFromRobots, plainPages, screens } from '#server/pages/plain-pages.ts'

/**
 * Every module in its order: each imports, and reads the tables of, those before it alone. What they give is in their
 * `module.ts`.
 */
export const modules: readonly Module[] = [
  database,
  jobQueue,
  notifications,
  media,
  papers,
  accounts,
  companies,
  onboarding,
  stock,
  events,
  ledger,
  promoters,
  discounts,
  drinks,
  waitingList,
  tickets,
  payments,
  checkout,
  refunds,
  boxOffice,
  receipts,
  regrets,
  notices,
  reminders,
  settlement,
  scanning,
  commissions,
  bar,
  raffles,
  metrics,
  commercials,
  ticketDesk,
  promoterDesk,
  live,
  people,
  commercialDesk,
  support,
  privacy,
]

/** Every endpoint that the server answers. */
export const endpoints: readonly Bound[] = modules.flatMap(({ routes = [] }) => routes)

/** Object rules by name. */
export const rules: Rules = Object.assign({}, ...modules.map((each) => each.rules))

/** What runs each job. */
export const handlers: JobHandlers = Object.assign({}, ...modules.map((each) => each.handlers))

declare module '#server/module.ts' {
  /** What the server itself asks, each of the one module that knows. */
  interface Hooks {
    findSessions(db: Db, ...asked: Parameters<SessionLookup>): ReturnType<SessionLookup>
    /** Which of these devices an account was used on. */
    findKnownDevices(db: Db, devices: readonly string[]): Promise<ReadonlySet<string>>
    /** Keeps what demo mode does not send. */
    keepInInbox(db: Db): KeepInboxMessage
    /** The provider refused the token of this account. */
    noticeRefusedAccount(db: Db, collectorId: string): Promise<void>
    /** A public picture. */
    openImageFile(app: App, name: string): Promise<PublicFile | null>
  }
}
const hooks: Hooks = Object.assign({}, ...modules.map((each) => each.hooks))

const WEB_FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url))

/** What the web server answers besides the endpoints: pictures, the API's description, pages and the built web. */
export async function webRoutes(app: App, webFolder = WEB_FOLDER): Promise<NonNullable<ServerParts['extras']>> {
  const files = await loadStaticFiles(webFolder, pageHeaders(app.config), app.processCache)
  return [
    mediaRoutes((file) => hooks.openImageFile(app, file)),
    openapiRoutes(endpoints, app.config.publicUrl),
    docsRoutes(app.config),
    sitemapRoutes({
      app,
      entries: modules.flatMap(({ listPages = [] }) => listPages),
      screens,
      hidden: hiddenFromRobots,
    }),
    // Last: it answers every address that nothing else does.
    pageRoutes({
      app,
      files,
      pages: modules.flatMap(({ pages = [] }) => pages),
      ...plainPages,
    }),
  ]
}

export interface AppOptions {
  readonly config: Config
  readonly connectionString: string
  /** Shown in pg_stat_activity, and which pool sizes apply. */
  readonly process: 'web' | 'worker'
  readonly clock?: Clock
  readonly log?: Logger
  /** No other process works on this database: hints stay in memory. Tests and the demo's past are so. */
  readonly isAlone?: boolean
  /** Tests count the waits of crowded addresses instead of waiting. */
  readonly wait?: LimitParts['wait']
  /** For statements with a longer timeout than a request may have. */
  readonly longestAnswerMs?: number
  /** Tests that move the database's clock make their own. */
  readonly databases?: { readonly db: Db; readonly reserved: Reserved }
}

export interface RunningApp {
  readonly app: App
  readonly sessions: Sessions
  readonly limits: Limits
  /** Ends the queue and every connection. */
  close(): Promise<void>
}

/** Builds an `App` over a migrated database. */
export async function createApp(options: AppOptions): Promise<RunningApp> {
  const { config, connectionString } = options
  const log = options.log ?? createLogger({ level: config.logLevel, pretty: config.mode === 'demo' })
  const clock = options.clock ?? createClock()
  const onError = logLosses(log, clock)
  const db =
    options.databases?.db ??
    createDb({
      connectionString,
      name: options.process,
      max: config.pools[options.process],
      onError,
      longestAnswerMs: options.longestAnswerMs,
    })
  const reserved =
    options.databases?.reserved ??
    openReserved(
      (name, max, connection) =>
        createPool({ connectionString, name: `${options.process}-${name}`, max, onError, connection }),
      { confirmations: config.pools.confirmations[options.process] },
    )
  const bus: Bus = options.isAlone ? createInProcessBus(log) : createPostgresBus({ connectionString, log })
  const queue = await openQueue({ db, handlers, log })
  const keep = hooks.keepInInbox(db)
  const processCache = createProcessCache(clock)
  const app: App = {
    config,
    db,
    reserved,
    clock,
    log,
    vault: createVault(config.masterKey, config.previousMasterKeys),
    queue,
    modules,
    bus,
    vendors: {
      payments: config.mercadoPago
        ? noticeRefusals(createMercadoPago(config.mercadoPago), (id) => hooks.noticeRefusedAccount(db, id))
        : createPaymentsOff(),
      email: chooseEmail(config, keep),
      whatsapp: chooseWhatsapp(config, keep),
      google: config.google ? createGoogle({ ...config.google, publicUrl: config.publicUrl }) : createGoogleOff(),
      invoicing: createInvoicingNone(),
    },
    files: createDiskFiles(join(config.home, 'files')),
    processCache,
  }
  const sessions = createSessions((hashes) => hooks.findSessions(reserved.lookups, hashes), processCache)
  bus.subscribe('accounts.changed', (userId) => sessions.forgetUser(userId))
  return {
    app,
    sessions,
    limits: createLimits({
      clock,
      processCache,
      db,
      log,
      findKnownDevices: (devices) => hooks.findKnownDevices(reserved.lookups, devices),
      ...(options.wait ? { wait: options.wait } : {}),
    }),
    async close() {
      processCache.close()
      await queue.close()
      await bus.close()
      await db.destroy()
      await closeReserved(reserved)
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
