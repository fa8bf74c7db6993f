/**
 * `App`: everything a use case may reach, as one plain object. `app.ts` builds it; nothing else does. It carries
 * infrastructure only, never functions of modules.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Bus } from '#server/adapters/bus/port.ts'
import type { Email } from '#server/adapters/email/port.ts'
import type { Files } from '#server/adapters/files/port.ts'
import type { Google } from '#server/adapters/google/port.ts'
import type { Invoicing } from '#server/adapters/invoicing/port.ts'
import type { Payments } from '#server/adapters/payments/port.ts'
import type { Whatsapp } from '#server/adapters/whatsapp/port.ts'
import type { Config } from '#server/config.ts'
import type { Reserved } from '#server/db/connection/reserved.ts'
import type { DB } from '#server/db/schema.ts'
import type { Queue } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Vault } from '#server/shared/crypto.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { ProcessCache } from '#server/shared/process-cache.ts'

export type Db = Kysely<DB>

/** What a use case has outside a transaction as well as inside: nothing of it leaves the process but for the database. */
export interface Core {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly vault: Vault
  readonly queue: Queue
  /** What each declares, in their order: so an earlier one reaches what later ones have of a person. */
  readonly modules: readonly Module[]
  /** Whether messages leave this way: to decide by, not to send with. */
  readonly vendors: { readonly email: Pick<Email, 'isOn'>; readonly whatsapp: Pick<Whatsapp, 'isOn'> }
}

export interface Vendors {
  readonly payments: Payments
  readonly email: Email
  readonly whatsapp: Whatsapp
  readonly google: Google
  readonly invoicing: Invoicing
}

export interface App extends Core {
  /** Connections that screens never make wait, for what a sale or a scan needs. */
  readonly reserved: Reserved
  readonly bus: Bus
  readonly vendors: Vendors
  readonly files: Files
  /** What a process keeps for itself: batchers by `perProcess`, and every cache, bounded. */
  readonly processCache: ProcessCache
}

/** What follows a commit, with everything at hand. */
export type AfterCommit = (app: App) => unknown

/** What a use case has inside a transaction. What is to happen outside is a job, or an act after the commit. */
export interface Tx extends Core {
  readonly db: Transaction<DB>
  /**
   * Has `act` run once the transaction is committed, after those given before it; never if it is rolled back. It is for
   * what may be lost, such as hints to other processes: a crash drops it, and what it throws is only logged. What must
   * happen is a job.
   */
  afterCommit(act: AfterCommit): void
}

/**
 * Runs `work` in one transaction; a throw rolls it back. Inside it nothing outside can be called, because a `Tx` has nothing to
 * call it with. Given a `Tx` it joins that transaction, whose commit its acts wait for.
 */
export async function inTransaction<Result>(app: App | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if ('afterCommit' in app) return work(app)
  const acts: AfterCommit[] = []
  const { config, clock, log, vault, queue, modules, vendors } = app
  const result = await app.db.transaction().execute((db) =>
    work({
      config,
      db,
      clock,
      log,
      vault,
      queue,
      modules,
      vendors: { email: { isOn: vendors.email.isOn }, whatsapp: { isOn: vendors.whatsapp.isOn } },
      afterCommit: (act) => void acts.push(act),
    }),
  )
  for (const act of acts) {
    try {
      await act(app)
    } catch (error) {
      log.error({ err: error }, 'what follows a commit failed')
    }
  }
  return result
}

/** The value kept under `key` for the life of this process's `App`; `make` runs once. For batchers; caches are `app.processCache.cache`. */
export function perProcess<Value>(app: Pick<App, 'processCache'>, key: string, make: () => Value): Value {
  return app.processCache.once(key, make)
}
