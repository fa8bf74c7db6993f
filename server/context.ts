/**
 * `App`: everything a use case may reach, as one plain object. `app.ts` builds it; nothing else does. It carries
 * infrastructure only, never functions of modules.
 */
import type { Kysely } from 'kysely'
import type { Bus } from '#server/adapters/bus/port.ts'
import type { Email } from '#server/adapters/email/port.ts'
import type { Files } from '#server/adapters/files/port.ts'
import type { Google } from '#server/adapters/google/port.ts'
import type { Payments } from '#server/adapters/payments/port.ts'
import type { Whatsapp } from '#server/adapters/whatsapp/port.ts'
import type { Config } from '#server/config.ts'
import type { Reserved } from '#server/db/reserved.ts'
import type { DB } from '#server/db/schema.ts'
import type { Queue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Vault } from '#server/shared/crypto.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { Memory } from '#server/shared/memory.ts'

export type Db = Kysely<DB>

export interface App {
  readonly config: Config
  /** The pool, or inside `inTransaction` the transaction. */
  readonly db: Db
  /** Connections that screens never make wait, for what a sale or a scan needs. */
  readonly reserved: Reserved
  readonly clock: Clock
  readonly log: Logger
  readonly vault: Vault
  readonly queue: Queue
  readonly bus: Bus
  readonly payments: Payments
  readonly email: Email
  readonly whatsapp: Whatsapp
  readonly google: Google
  readonly files: Files
  /** What a process keeps for itself: batchers by `perProcess`, and every cache, bounded. */
  readonly memory: Memory
}

/**
 * Runs `work` with an `App` whose `db` is one transaction; a throw rolls it back. Inside, nothing outside may be called:
 * enqueue a job for what must follow the commit. Nested calls join the outer transaction.
 */
export async function inTransaction<Result>(app: App, work: (app: App) => Promise<Result>): Promise<Result> {
  if (app.db.isTransaction) return work(app)
  return app.db.transaction().execute((trx) => work({ ...app, db: trx }))
}

/** The value kept under `key` for the life of this process's `App`; `make` runs once. For batchers; caches are `app.memory.cache`. */
export function perProcess<Value>(app: App, key: string, make: () => Value): Value {
  return app.memory.once(key, make)
}
