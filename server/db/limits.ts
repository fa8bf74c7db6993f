/**
 * What somebody may do only so often, counted exactly: one row in the database, so that calls at the same moment and in any
 * process all count. How often endpoints are called is counted in memory instead (http/rate-limits.ts).
 */
import { sql } from 'kysely'
import { TRANSFERS_PER_DAY } from '#contract/tickets.ts'
import type { App } from '#server/context.ts'
import { tryAgain } from '#server/shared/try-again.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Quota {
  readonly most: number
  /** The window begins with the first and ends so much later. */
  readonly seconds: number
  /**
   * `acts` join the caller's transaction and count only with it: what is taken back never happened. `attempts` count by
   * themselves whatever becomes of them, so they are never taken inside a transaction.
   */
  readonly counts: 'acts' | 'attempts'
}

/** Every exact limit. */
export const quotas = {
  /** Guesses at the password of a phone, at the door and of whoever is signed in (behaviour.md §1). */
  'sign-in': { most: 5, seconds: 15 * MINUTE, counts: 'attempts' },
  password: { most: 5, seconds: 15 * MINUTE, counts: 'attempts' },
  reset: { most: 3, seconds: HOUR, counts: 'acts' },
  activation: { most: 3, seconds: HOUR, counts: 'acts' },
  /** Codes to one mail or phone, whoever asks: nobody's mailbox is filled by trying it as a new contact. */
  code: { most: 5, seconds: HOUR, counts: 'acts' },
  /** New phones and mails of a person: which of them have an account is not for asking around (threats.md 4). */
  contact: { most: 10, seconds: HOUR, counts: 'attempts' },
  /** Pictures are kept for good, so a person may only add so many (threats.md 20). */
  image: { most: 30, seconds: DAY, counts: 'attempts' },
  /** Messages to one person that others' acts cause, whoever they are (threats.md 27). */
  notice: { most: 10, seconds: HOUR, counts: 'acts' },
  /** Phones that nobody has, looked for from one device, whoever is signed in on it (threats.md 4). */
  'missed-look-up': { most: 10, seconds: DAY, counts: 'acts' },
  /** The same of those who work with people, many of whom are new. */
  'missed-look-up-at-work': { most: 100, seconds: DAY, counts: 'acts' },
  /** The same from an address, where no device says which it is: a venue shares one. */
  'missed-look-up-at-address': { most: 500, seconds: DAY, counts: 'acts' },
  /** Tickets that one person hands on (behaviour.md §7). */
  transfer: { most: TRANSFERS_PER_DAY, seconds: DAY, counts: 'acts' },
} as const satisfies Record<string, Quota>
export type LimitName = keyof typeof quotas

export interface Taken {
  /** In this window, this one included. */
  readonly used: number
  readonly isOver: boolean
  /** Until the window ends, at least 1. */
  readonly waitSeconds: number
}

function subjectKey(app: App, name: LimitName, subject: string): Buffer {
  return app.vault.mac(`limit ${name}`, subject)
}

/**
 * Counts one of `name` for `subject` (an id, a contact, an address) before it is judged, and tells whether it is one too many. What a
 * quota counts says whether that joins the caller's transaction; taken the other way it throws a plain Error, because it
 * would count wrongly.
 */
export async function take(app: App, name: LimitName, subject: string): Promise<Taken> {
  const { most, seconds, counts } = quotas[name]
  if (app.db.isTransaction !== (counts === 'acts')) {
    throw new Error(
      `The limit ${name} counts ${counts}: take it ${counts === 'acts' ? 'inside' : 'outside'} a transaction`,
    )
  }
  const { rows } = await sql<{ used: number; wait: number }>`
    insert into limits_taken as l (name, subject, used, ends_at)
    values (${name}, ${subjectKey(app, name, subject)}, 1, app_now() + make_interval(secs => ${seconds}))
    on conflict (name, subject) do update
       set used = case when l.ends_at <= app_now() then 1 else l.used + 1 end,
           ends_at = case when l.ends_at <= app_now() then excluded.ends_at else l.ends_at end
    returning used, ceil(extract(epoch from ends_at - app_now()))::int as wait`.execute(app.db)
  const [row] = rows
  if (!row) throw new Error('An upsert with returning gave no row')
  return { used: row.used, isOver: row.used > most, waitSeconds: Math.max(1, row.wait) }
}

/** Takes one; one too many throws `too_many_requests` with until when, unless `mayGoOn`. */
export async function takeOrRefuse(app: App, name: LimitName, subject: string, mayGoOn = false): Promise<void> {
  const { isOver, waitSeconds } = await take(app, name, subject)
  if (isOver && !mayGoOn) throw tryAgain(app.clock, 'too_many_requests', waitSeconds)
}

/** Takes back what was taken in this very transaction and did not come to count; with 0 it only costs the same. */
export async function giveBack(app: App, name: LimitName, subject: string, by: 0 | 1): Promise<void> {
  await app.db
    .updateTable('limits_taken')
    .set((eb) => ({ used: eb('used', '-', by) }))
    .where('name', '=', name)
    .where('subject', '=', subjectKey(app, name, subject))
    .execute()
}

/** Begins anew: a right password forgives the attempts before it. */
export async function forgive(app: App, name: LimitName, subject: string): Promise<void> {
  await app.db
    .deleteFrom('limits_taken')
    .where('name', '=', name)
    .where('subject', '=', subjectKey(app, name, subject))
    .execute()
}

/** Every count of somebody who leaves, by whatever they were counted under. */
export async function forgetSubjects(app: App, subjects: readonly string[]): Promise<void> {
  const names = Object.keys(quotas) as LimitName[] // its own keys
  const keys = names.flatMap((name) => subjects.map((subject) => subjectKey(app, name, subject)))
  if (keys.length > 0) await app.db.deleteFrom('limits_taken').where('subject', 'in', keys).execute()
}

/** Removes counts whose window is over. The job `db.forget-keys`. */
export async function forgetEndedLimits(app: App): Promise<void> {
  await sql`delete from limits_taken where ends_at <= app_now()`.execute(app.db)
}
