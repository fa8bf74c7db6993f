/** The only place that builds an `App`: configuration → database, adapters, queue, rules, endpoints, handlers. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInProcessBus } from '#server/adapters/bus/in-process.ts'
import type { Bus } from '#server/adapters/bus/port.ts'
import { createPostgresBus } from '#server/adapters/bus/postgres.ts'
import { createDiskFiles } from '#server/adapters/files/disk.ts'
import { createGoogleOff } from '#server/adapters/google/google-off.ts'
import { createGoogle } from '#server/adapters/google/openid.ts'
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
import { createDb, createPool } from '#server/db/client.ts'
import { logLosses } from '#server/db/connection-loss.ts'
import { checkChanges } from '#server/db/check-changes.ts'
import { forgetEndedLimits } from '#server/db/limits.ts'
import { forgetOldKeys } from '#server/db/once.ts'
import { closeReserved, openReserved, type Reserved } from '#server/db/reserved.ts'
import { sealAudit } from '#server/db/seal-audit.ts'
import { createSessions, type Sessions } from '#server/http/authenticate.ts'
import type { Bound, Rules } from '#server/http/bound.ts'
import { createLimits, type LimitParts, type Limits } from '#server/http/limits.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createClock, type Clock } from '#server/shared/clock.ts'
import { createVault } from '#server/shared/crypto.ts'
import type { KeepInboxMessage } from '#server/shared/inbox.ts'
import { createLogger, type Logger } from '#server/shared/logger.ts'
import { createMemory } from '#server/shared/memory.ts'
import { docsRoutes } from '#server/http/docs.ts'
import { pageHeaders } from '#server/http/headers.ts'
import { openapiRoutes } from '#server/http/openapi.ts'
import { pageRoutes } from '#server/http/pages.ts'
import type { ServerParts } from '#server/http/server.ts'
import { sitemapRoutes } from '#server/http/sitemap.ts'
import { loadStaticFiles, mediaRoutes } from '#server/http/static.ts'
import * as accountsJobs from '#server/modules/accounts/jobs.ts'
import { findSessions } from '#server/modules/accounts/queries.ts'
import { findKnownDevices } from '#server/modules/accounts/queries-devices.ts'
import * as accountsRoutes from '#server/modules/accounts/routes.ts'
import * as checkoutAccess from '#server/modules/checkout/access.ts'
import * as checkoutJobs from '#server/modules/checkout/jobs.ts'
import * as checkoutRoutes from '#server/modules/checkout/routes.ts'
import * as companiesAccess from '#server/modules/companies/access.ts'
import * as companiesPage from '#server/modules/companies/page.ts'
import { listCompanyPages } from '#server/modules/companies/queries.ts'
import * as companiesRoutes from '#server/modules/companies/routes.ts'
import * as eventsAccess from '#server/modules/events/access.ts'
import * as eventsJobs from '#server/modules/events/jobs.ts'
import * as eventsPage from '#server/modules/events/page.ts'
import * as eventsRoutes from '#server/modules/events/routes.ts'
import * as mediaJobs from '#server/modules/media/jobs.ts'
import { openImageFile } from '#server/modules/media/queries.ts'
import * as papersJobs from '#server/modules/papers/jobs.ts'
import { keepInInbox } from '#server/modules/notifications/keep-in-inbox.ts'
import * as metricsJobs from '#server/modules/metrics/jobs.ts'
import * as notificationsRoutes from '#server/modules/notifications/routes.ts'
import * as paymentsRoutes from '#server/modules/payments/routes.ts'
import * as peopleRoutes from '#server/modules/people/routes.ts'
import * as privacyJobs from '#server/modules/privacy/jobs.ts'
import * as privacyRoutes from '#server/modules/privacy/routes.ts'
import * as refundsJobs from '#server/modules/refunds/jobs.ts'
import * as scanningAccess from '#server/modules/scanning/access.ts'
import * as scanningRoutes from '#server/modules/scanning/routes.ts'
import * as supportJobs from '#server/modules/support/jobs.ts'
import * as supportPage from '#server/modules/support/page.ts'
import * as supportRoutes from '#server/modules/support/routes.ts'
import * as ticketsAccess from '#server/modules/tickets/access.ts'
import * as ticketsJobs from '#server/modules/tickets/jobs.ts'
import * as ticketsRoutes from '#server/modules/tickets/routes.ts'
import { hiddenFromRobots, plainPages } from '#server/pages/plain-pages.ts'
import { screens } from '#server/pages/screens.ts'

/** Every endpoint that the server answers. */
export const endpoints: readonly Bound[] = [
  ...notificationsRoutes.routes,
  ...accountsRoutes.routes,
  ...companiesRoutes.routes,
  ...eventsRoutes.routes,
  ...ticketsRoutes.routes,
  ...paymentsRoutes.routes,
  ...checkoutRoutes.routes,
  ...scanningRoutes.routes,
  ...supportRoutes.routes,
  ...peopleRoutes.routes,
  ...privacyRoutes.routes,
]

/** Object rules by name, each from the module that owns the object. */
export const rules: Rules = {
  ...companiesAccess.rules,
  ...eventsAccess.rules,
  ...ticketsAccess.rules,
  ...checkoutAccess.rules,
  ...scanningAccess.rules,
}

/** What runs each job. */
export const handlers: JobHandlers = {
  'db.check-invariants': checkChanges,
  'db.forget-keys': async (app) => void (await forgetOldKeys(app)),
  'db.forget-limits': (app) => forgetEndedLimits(app),
  'db.seal-audit': async (app) => void (await sealAudit(app)),
  ...mediaJobs.handlers,
  ...metricsJobs.handlers,
  ...papersJobs.handlers,
  ...accountsJobs.handlers,
  ...eventsJobs.handlers,
  ...ticketsJobs.handlers,
  ...refundsJobs.handlers,
  ...checkoutJobs.handlers,
  ...supportJobs.handlers,
  ...privacyJobs.handlers,
}

const WEB_FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url))

/** What the web server answers besides the endpoints: pictures, the API's description, pages and the built web. */
export async function webRoutes(app: App, webFolder = WEB_FOLDER): Promise<NonNullable<ServerParts['extras']>> {
  const files = await loadStaticFiles(webFolder, pageHeaders(app.config), app.memory)
  return [
    mediaRoutes((file) => openImageFile(app, file)),
    openapiRoutes(endpoints, app.config.publicUrl),
    docsRoutes(app.config),
    sitemapRoutes({ app, entries: [eventsPage.listEventPages, listCompanyPages], screens, hidden: hiddenFromRobots }),
    // Last: it answers every address that nothing else does.
    pageRoutes({
      app,
      files,
      pages: [...eventsPage.pages, ...companiesPage.pages, ...supportPage.pages],
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
  /** For statements that set themselves more time than what answers somebody may have. */
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
  const keep = keepInInbox(db)
  const memory = createMemory(clock)
  const app: App = {
    config,
    db,
    reserved,
    clock,
    log,
    vault: createVault(config.masterKey),
    queue,
    bus,
    payments: config.mercadoPago ? createMercadoPago(config.mercadoPago) : createPaymentsOff(),
    email: chooseEmail(config, keep),
    whatsapp: chooseWhatsapp(config, keep),
    google: config.google ? createGoogle({ ...config.google, publicUrl: config.publicUrl }) : createGoogleOff(),
    files: createDiskFiles(join(config.home, 'files')),
    memory,
  }
  const sessions = createSessions((hashes) => findSessions(reserved.lookups, hashes), memory)
  bus.subscribe('accounts.changed', (userId) => sessions.forgetUser(userId))
  return {
    app,
    sessions,
    limits: createLimits({
      clock,
      memory,
      db,
      log,
      findKnownDevices: (devices) => findKnownDevices(reserved.lookups, devices),
      ...(options.wait ? { wait: options.wait } : {}),
    }),
    async close() {
      memory.close()
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
