/**
 * Rows that are work: due at a time, claimed under a lease, tried again after growing pauses (README.md). A claim moves the row's time
 * to the end of the lease, so work of a dead worker is due again by itself. Only the last claim can complete it.
 */
import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { App, Db } from '#server/context.ts'
import type { DB } from '#server/db/schema.ts'

type TableName = keyof DB
type Column<Table extends TableName> = keyof Selectable<DB[Table]> & string
/** New values by column. */
export type Assignments<Table extends TableName> = {
  readonly [Name in keyof Updateable<DB[Table]>]?: Updateable<DB[Table]>[Name] | RawBuilder<unknown>
}
/** By the name it gets in the claimed row: a column, or an expression over the table's name. */
type Reading<Table extends TableName> = Readonly<Record<string, Column<Table> | RawBuilder<unknown>>>
type Read<Table extends TableName, Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends keyof Selectable<DB[Table]>
    ? Selectable<DB[Table]>[Columns[Name]]
    : Columns[Name] extends RawBuilder<infer Value>
      ? Value
      : never
}

interface AnyLease {
  readonly table: string
  readonly key: string
  readonly isOpen: RawBuilder<unknown>
  readonly until: number | RawBuilder<unknown>
  readonly columns?: { readonly at: string; readonly attempts: string }
}

export interface Lease<Table extends TableName> extends AnyLease {
  readonly table: Table
  /** Identifies a piece of work; rows of one key are claimed together. */
  readonly key: Column<Table>
  /** Which rows are still work, in the words of the index on their time. */
  readonly isOpen: RawBuilder<unknown>
  /** Seconds without a heartbeat after which a claim ends; an expression of the next due time for work that no worker completes. */
  readonly until: number | RawBuilder<unknown>
  /** Where they are not `next_attempt_at` and `attempts`. */
  readonly columns?: { readonly at: Column<Table>; readonly attempts: Column<Table> }
}

export interface AnyHeldLease extends AnyLease {
  readonly until: number
  readonly pause: { readonly seconds: number; readonly growth: number; readonly longestSeconds: number }
  readonly most?: { readonly attempts: number; readonly givenUp: Readonly<Record<string, unknown>> }
}

/** A lease of work that its claimant completes or postpones. */
export interface HeldLease<Table extends TableName> extends Lease<Table> {
  readonly until: number
  /** After a first failure, how many times that after each more, and at most. */
  readonly pause: { readonly seconds: number; readonly growth: number; readonly longestSeconds: number }
  /** Without it nothing is given up. */
  readonly most?: { readonly attempts: number; readonly givenUp: Assignments<Table> }
}

/** A claimed row: `attempts` is this attempt's number, from 1. */
export interface Claim {
  readonly key: string
  readonly leasedBy: string
  readonly attempts: number
}
/** The rows that a function claims. */
export type ClaimedBy<Claiming extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Claiming>
>[number]

/** The provider's and the mail host's clients have long given up by then. */
const LONGEST_HOLD_SECONDS = 300

export const inSeconds = (seconds: number | RawBuilder<unknown>) =>
  sql<string>`app_now() + make_interval(secs => ${seconds})`
const namesOf = ({
  table,
  key,
  columns: { at, attempts } = { at: 'next_attempt_at', attempts: 'attempts' },
}: AnyLease) => ({ table: sql.table(table), key: sql.ref(key), at: sql.ref(at), attempts: sql.ref(attempts) }) as const
const assign = (values: Readonly<Record<string, unknown>>) =>
  sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** Claims up to `limit` due pieces of work, the longest waiting first; no other claim gets them while the lease lasts. */
export async function claim<Table extends TableName, const Columns extends Reading<Table> = Record<never, never>>(
  db: Db,
  lease: Lease<Table>,
  taking: {
    readonly limit: number
    /** Which of the open ones. */
    readonly where?: RawBuilder<unknown>
    readonly set?: Assignments<Table>
    readonly read?: Columns
    /** Joined to the claimed rows, which keep their table's name. */
    readonly join?: RawBuilder<unknown>
  },
): Promise<(Claim & Read<Table, Columns>)[]> {
  const { table, key, at, attempts } = namesOf(lease)
  const { limit, where = sql`true`, set = {}, join = sql``, read = {} } = taking
  const taken = assign({ ...set, leased_by: randomUUID(), [lease.columns?.at ?? 'next_attempt_at']: endOf(lease) })
  const reading = Object.entries<string | RawBuilder<unknown>>({ leasedBy: 'leased_by', ...read }).map(
    ([name, value]) =>
      sql`${typeof value === 'string' ? sql.ref(`${lease.table}.${value}`) : value} as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Claim & Read<Table, Columns>>`
    with taken as (
      update ${table} set ${attempts} = ${attempts} + 1, ${taken}
       where ${key} = any (array(
               select ${key} from ${table} where ${lease.isOpen} and ${where} and ${at} <= app_now()
                order by ${at} limit ${limit} for update skip locked)) and ${lease.isOpen}
      returning *)
    select ${table}.${key}::text as key, ${table}.${attempts} as attempts, ${sql.join(reading)}
      from taken as ${table} ${join}`.execute(db)
  return rows
}

const endOf = ({ until }: AnyLease) => (typeof until === 'number' ? inSeconds(until) : until)

/** Ends a claim and writes its outcome; false when another claim took the work meanwhile, or it is no longer open. */
export function complete<Table extends TableName>(
  db: Db,
  lease: Lease<Table>,
  held: Claim,
  outcome: Assignments<Table>,
): Promise<boolean> {
  return release(db, lease, held, outcome)
}

/** Ends a claim that did not fail: the work is due again, as a first attempt. */
export function requeue<Table extends TableName>(
  db: Db,
  lease: HeldLease<Table>,
  held: Claim,
  { at, ...outcome }: { readonly at: RawBuilder<unknown> } & Assignments<Table>,
): Promise<boolean> {
  return release(db, lease, held, { attempts: 0, last_error: null, next_attempt_at: at, ...outcome })
}

/** Schedules the next attempt after a growing pause, or gives up; true when that was the last attempt. */
export async function postpone(db: Db, lease: AnyHeldLease, held: Claim, reason: string): Promise<boolean> {
  const { pause, most, columns } = lease
  const isLast = most !== undefined && held.attempts >= most.attempts
  const seconds = Math.min(pause.seconds * pause.growth ** Math.min(held.attempts - 1, 30), pause.longestSeconds)
  const next = isLast ? most.givenUp : { [columns?.at ?? 'next_attempt_at']: inSeconds(seconds) }
  await release(db, lease, held, { last_error: reason, ...next })
  return isLast
}

async function release(
  db: Db,
  lease: AnyLease,
  held: Claim,
  outcome: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { table, key } = namesOf(lease)
  const { rows } = await sql`update ${table} set ${assign({ leased_by: null, ...outcome })}
    where ${key} = ${held.key} and leased_by = ${held.leasedBy} and ${lease.isOpen} returning 1`.execute(db)
  return rows.length > 0
}

/** Makes waiting work due at once: what kept it waiting may be over. Claimed work is left alone. */
export async function expedite(db: Db, lease: AnyHeldLease, where: RawBuilder<unknown>): Promise<void> {
  const { table, at } = namesOf(lease)
  await sql`update ${table} set ${at} = app_now()
    where ${lease.isOpen} and leased_by is null and ${at} > app_now() and ${where}`.execute(db)
}

/** Runs `work` and renews the lease meanwhile, for five minutes or `seconds` at most. */
export async function withHeartbeat<Result>(
  app: Pick<App, 'db' | 'log'>,
  lease: AnyHeldLease,
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
