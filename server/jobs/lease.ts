/**
 * Work that stands in rows: due at a time, taken under a lease, tried again later each time (README.md). A row is taken by
 * moving its time to the end of the lease, so what a dead worker had is due again by itself; only the last claim ends it.
 */
import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { App, Db } from '#server/context.ts'

export interface Lease {
  readonly table: string
  /** Names a piece of work; rows of one name are taken together. */
  readonly key: string
  /** Which rows are still work, in the words of the index on their time. */
  readonly isOpen: RawBuilder<unknown>
  /** How many seconds a silent claimant keeps a row; where nobody settles, an expression of when it is due next. */
  readonly until: number | RawBuilder<unknown>
  /** Where they are called otherwise. */
  readonly columns?: { readonly at: string; readonly attempts: string }
}

/** Of work that its claimant settles or postpones. */
export interface HeldLease extends Lease {
  readonly until: number
  /** After a first failure, how many times that after each more, and at most. */
  readonly pause: { readonly seconds: number; readonly growth: number; readonly longestSeconds: number }
  /** Without it nothing is given up. */
  readonly most?: { readonly attempts: number; readonly givenUp: RawBuilder<unknown> }
}

/** A row that is held: `attempts` is this attempt's number, from 1. */
export interface Claim {
  readonly key: string
  readonly leasedBy: string
  readonly attempts: number
}

/** The provider's and the mail host's clients have long given up by then. */
const LONGEST_HOLD_SECONDS = 300

const inSeconds = (seconds: number) => sql`app_now() + make_interval(secs => ${seconds})`
const namesOf = ({ table, key, columns: { at, attempts } = { at: 'next_attempt_at', attempts: 'attempts' } }: Lease) =>
  ({ table: sql.table(table), key: sql.ref(key), at: sql.ref(at), attempts: sql.ref(attempts) }) as const

/** Takes up to `limit` due pieces of work, those that wait longest first; nobody else gets them while the lease lasts. */
export async function claim<Row = unknown>(
  db: Db,
  lease: Lease,
  taking: {
    readonly limit: number
    /** Which of the open ones. */
    readonly where?: RawBuilder<unknown>
    /** What else their rows become, after a comma. */
    readonly set?: RawBuilder<unknown>
    /** What is read of the rows `c`, after a comma, and of what is joined to them. */
    readonly read?: RawBuilder<unknown>
    readonly join?: RawBuilder<unknown>
  },
): Promise<(Claim & Row)[]> {
  const { table, key, at, attempts } = namesOf(lease)
  const { limit, where = sql`true`, set = sql``, read = sql``, join = sql`` } = taking
  const { rows } = await sql<Claim & Row>`
    with c as (
      update ${table} set ${attempts} = ${attempts} + 1, leased_by = ${randomUUID()},
             ${at} = ${typeof lease.until === 'number' ? inSeconds(lease.until) : lease.until} ${set}
       where ${key} = any (array(
               select ${key} from ${table} where ${lease.isOpen} and ${where} and ${at} <= app_now()
                order by ${at} limit ${limit} for update skip locked)) and ${lease.isOpen}
      returning *)
    select c.${key}::text as key, c.leased_by as "leasedBy", c.${attempts} as attempts ${read} from c ${join}`.execute(
    db,
  )
  return rows
}

/** Writes how an attempt ended and lets go; false when the work was taken by somebody else meanwhile, or is work no more. */
export async function complete(db: Db, lease: Lease, held: Claim, set: RawBuilder<unknown>): Promise<boolean> {
  const { table, key } = namesOf(lease)
  const { rows } = await sql`update ${table} set leased_by = null, ${set}
    where ${key} = ${held.key} and leased_by = ${held.leasedBy} and ${lease.isOpen} returning 1`.execute(db)
  return rows.length > 0
}

/** Has it tried again, later each time, or gives it up; true when that was its last attempt. */
export async function postpone(db: Db, lease: HeldLease, held: Claim, reason: string): Promise<boolean> {
  const { pause, most } = lease
  const isLast = most !== undefined && held.attempts >= most.attempts
  const seconds = Math.min(pause.seconds * pause.growth ** Math.min(held.attempts - 1, 30), pause.longestSeconds)
  const next = isLast ? most.givenUp : sql`${namesOf(lease).at} = ${inSeconds(seconds)}`
  await complete(db, lease, held, sql`last_error = ${reason}, ${next}`)
  return isLast
}

/** Makes work due at once, of that which waits and which nobody holds: what kept it waiting may be over. */
export async function expedite(db: Db, lease: HeldLease, where: RawBuilder<unknown>): Promise<void> {
  const { table, at } = namesOf(lease)
  await sql`update ${table} set ${at} = app_now()
    where ${lease.isOpen} and leased_by is null and ${at} > app_now() and ${where}`.execute(db)
}

/** Does `work` and renews the lease meanwhile, for five minutes at most or as long as `seconds` says. */
export async function withHeartbeat<Result>(
  app: Pick<App, 'db' | 'log'>,
  lease: HeldLease,
  held: Claim,
  work: () => Promise<Result>,
  seconds = LONGEST_HOLD_SECONDS,
): Promise<Result> {
  const { table, key, at } = namesOf(lease)
  const endMs = performance.now() + seconds * 1000
  const renew = async () => {
    if (performance.now() > endMs) return clearInterval(renewal)
    try {
      const { rows } = await sql`update ${table} set ${at} = ${inSeconds(lease.until)}
        where ${key} = ${held.key} and leased_by = ${held.leasedBy} and ${lease.isOpen} returning 1`.execute(app.db)
      if (rows.length === 0) clearInterval(renewal)
    } catch (error) {
      app.log.warn({ err: error, work: lease.table, key: held.key }, 'a lease was not renewed')
    }
  }
  const renewal = setInterval(() => void renew(), (lease.until * 1000) / 3).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}
