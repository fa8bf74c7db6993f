/**
 * What a caller may do only so often, counted exactly: one row in the database, so that calls at the same moment and in any
 * process all count. How often endpoints are called is counted in memory instead (http/rate-limits.ts).
 */
import { sql } from 'kysely'
import { REQUESTS_PER_DAY } from '#contract/companies/onboarding.ts'
import { EXPORTS_PER_HOUR } from '#contract/api/list-export.ts'
import { TRANSFERS_PER_DAY } from '#contract/sales/tickets.ts'
import type { App, Core } from '#server/context.ts'
import { tryAgain } from '#server/shared/try-again.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Quota {
  /** Budgets that cost money are the operator's to set. */
  readonly most: number | keyof App['config']['codesPerDay']
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
  /** Guesses at the password of a phone, at the sign-in and of people who are signed in (rule R4.4). */
  'sign-in': { most: 5, seconds: 15 * MINUTE, counts: 'attempts' },
  password: { most: 5, seconds: 15 * MINUTE, counts: 'attempts' },
  reset: { most: 3, seconds: HOUR, counts: 'acts' },
  /** Links to one phone or mail, of all accounts that wait for it; those asked for by an old link are of its account. */
  activation: { most: 3, seconds: HOUR, counts: 'acts' },
  /** Codes of an account to its present mail or phone. */
  code: { most: 5, seconds: HOUR, counts: 'acts' },
  /**
   * A device's own share of a contact that its account does not have: its owner, who has no account yet, is such a stranger too,
   * and gets theirs whatever others ask for. An address may only invent so many devices, and together they fill no mailbox.
   */
  'own codes of a device to a contact': { most: 2, seconds: DAY, counts: 'acts' },
  'own codes of an address to a contact': { most: 6, seconds: DAY, counts: 'acts' },
  'own codes to a contact': { most: 24, seconds: DAY, counts: 'acts' },
  /** What strangers ask for beyond it, all together: it uses up nothing of who has the contact already. */
  'codes of strangers': { most: 3, seconds: HOUR, counts: 'acts' },
  'codes of strangers in a day': { most: 6, seconds: DAY, counts: 'acts' },
  /** Registrations of a device that bring no code: each says whether a phone is taken (threat 4). */
  registration: { most: 5, seconds: HOUR, counts: 'attempts' },
  /** New phones and mails of a person: which of them have an account is not for asking around (threat 4). */
  contact: { most: 10, seconds: HOUR, counts: 'attempts' },
  /** Pictures are kept for good, so a person may only add so many (threat 20). */
  image: { most: 30, seconds: DAY, counts: 'attempts' },
  /** Messages to one person, phone or mail that the acts of other people cause, all of them together (threat 27). */
  notice: { most: 10, seconds: HOUR, counts: 'acts' },
  /** What one person or device learns of who has an account, a look-up when it finds no account (rule R6.13, threat 4). */
  'missed-look-up': { most: 10, seconds: DAY, counts: 'acts' },
  /** The same of those who work with people, many of whom are new. */
  'missed-look-up-at-work': { most: 100, seconds: DAY, counts: 'acts' },
  /** The same from an address, of devices without a known sign-in: a venue shares one, so that calls beyond it are not refused. */
  'missed-look-up-at-address': { most: 500, seconds: DAY, counts: 'acts' },
  /** Codes in a day, whatever hour: see `notifications/take-code-budget.ts`. */
  /** Of all accounts that have it together: a mail may be in several. */
  'codes to a contact': { most: 30, seconds: DAY, counts: 'acts' },
  'codes of an account': { most: 10, seconds: DAY, counts: 'acts' },
  'codes of a device': { most: 12, seconds: DAY, counts: 'acts' },
  /** Venues and carriers share addresses: fifty times a device's, and beyond it codes only go another way. */
  'codes of an address': { most: 600, seconds: DAY, counts: 'acts' },
  'codes to a country': { most: 'abroad', seconds: DAY, counts: 'acts' },
  'codes by WhatsApp': { most: 'whatsapp', seconds: DAY, counts: 'acts' },
  'codes by mail': { most: 'mail', seconds: DAY, counts: 'acts' },
  /** Openings of one promoter's link that count, of a device (rule R12.8). */
  'referral visit': { most: 1, seconds: DAY, counts: 'acts' },
  /** Whole lists in a file, of one person: each is many questions at once, and carries away what it shows. */
  'list-export': { most: EXPORTS_PER_HOUR, seconds: HOUR, counts: 'acts' },
  /** Discount codes that a person, or a device, named and no event had (threat 38). */
  'missed discount': { most: 20, seconds: HOUR, counts: 'attempts' },
  /** The same of devices without a known sign-in, from one address: beyond it each miss waits longer. They cost nothing to invent. */
  'missed discount at address': { most: 40, seconds: HOUR, counts: 'attempts' },
  /** Misses of such devices at one event, all together. Beyond it each of their addresses has a few misses there, and no more. */
  'missed discount of event': { most: 200, seconds: HOUR, counts: 'attempts' },
  'missed discount of event at address': { most: 5, seconds: HOUR, counts: 'attempts' },
  /**
   * Links of regrets to one buyer (rule R14.9). Strangers know a mail or a phone, the number of a purchase its buyer alone: what they
   * ask for uses up nothing of it (threat 41).
   */
  'regret links by contact': { most: 3, seconds: DAY, counts: 'acts' },
  'regret links by number': { most: 3, seconds: DAY, counts: 'acts' },
  /** Requests to become an organizer that are taken, of one person (rule R7.9). */
  'organizer request': { most: REQUESTS_PER_DAY, seconds: DAY, counts: 'acts' },
  /** Tickets that one person hands on (rule R11.5). */
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

/** How many of `name` a window has. */
export function mostOf({ config }: Pick<App, 'config'>, name: LimitName): number {
  const { most }: Quota = quotas[name]
  return typeof most === 'number' ? most : config.codesPerDay[most]
}

function subjectKey(app: Core, name: LimitName, subject: string): Buffer {
  return app.vault.mac(`limit ${name}`, subject)
}

/**
 * Counts one of `name` for `subject` (an id, a contact, an address) before it is judged, and returns whether it is one too many. What a
 * quota counts says whether that joins the caller's transaction; taken the other way it throws a plain Error, because it
 * would count wrongly.
 */
export async function take(app: Core, name: LimitName, subject: string): Promise<Taken> {
  const { seconds, counts } = quotas[name]
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
  return { used: row.used, isOver: row.used > mostOf(app, name), waitSeconds: Math.max(1, row.wait) }
}

/** Takes one; one too many throws `too_many_requests` with until when, unless `mayGoOn`. */
export async function takeOrRefuse(app: Core, name: LimitName, subject: string, mayGoOn = false): Promise<void> {
  const { isOver, waitSeconds } = await take(app, name, subject)
  if (isOver && !mayGoOn) throw tryAgain(app.clock, 'too_many_requests', waitSeconds)
}

/** Throws `too_many_requests` when a window of `name` is used up already; counts nothing. */
export async function refuseUsedUp(app: App, name: LimitName, subjects: readonly string[]): Promise<void> {
  const wait = await findUsedUp(app, name, subjects)
  if (wait !== null) throw tryAgain(app.clock, 'too_many_requests', wait)
}

/** Seconds until the last window of `name` that is used up ends, at least 1; null where none is. Counts nothing. */
export async function findUsedUp(app: App, name: LimitName, subjects: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select max(ceil(extract(epoch from ends_at - app_now())))::int as wait from limits_taken
     where name = ${name} and subject = any (${subjects.map((subject) => subjectKey(app, name, subject))}::bytea[])
       and used >= ${mostOf(app, name)} and ends_at > app_now()`.execute(app.db)
  const wait = rows[0]?.wait ?? null
  return wait === null ? null : Math.max(1, wait)
}

/** Takes back what was taken in this very transaction and did not come to count; with 0 it only costs the same. */
export async function refundQuota(app: Core, name: LimitName, subject: string, by: 0 | 1): Promise<void> {
  await app.db
    .updateTable('limits_taken')
    .set((eb) => ({ used: eb('used', '-', by) }))
    .where('name', '=', name)
    .where('subject', '=', subjectKey(app, name, subject))
    .execute()
}

/** Resets the count: a right password forgives the attempts before it. */
export async function forgive(app: Core, name: LimitName, subject: string): Promise<void> {
  await app.db
    .deleteFrom('limits_taken')
    .where('name', '=', name)
    .where('subject', '=', subjectKey(app, name, subject))
    .execute()
}

/** Deletes every count of a person who leaves, under all their subjects. */
export async function forgetSubjects(app: Core, subjects: readonly string[]): Promise<void> {
  const names = Object.keys(quotas) as LimitName[] // its own keys
  const keys = names.flatMap((name) => subjects.map((subject) => subjectKey(app, name, subject)))
  if (keys.length > 0) await app.db.deleteFrom('limits_taken').where('subject', 'in', keys).execute()
}

export interface LimitUse {
  readonly name: string
  /** By the subject that used most. */
  readonly used: number
}

/** How far the day's budgets are used, for `/metrics`. */
export async function readBudgets(app: Pick<App, 'db' | 'config'>): Promise<(LimitUse & { most: number })[]> {
  const budgets = Object.entries(quotas).filter(([, { most }]: [string, Quota]) => typeof most === 'string')
  const names = budgets.map(([name]) => name as LimitName) // its own keys
  const { rows } = await sql<LimitUse>`
    select name, max(used)::int as used from limits_taken
     where name = any (${names}::text[]) and ends_at > app_now() group by name`.execute(app.db)
  return names.map((name) => {
    const used = rows.find((row) => row.name === name)?.used ?? 0
    return { name, used, most: mostOf(app, name) }
  })
}

/** Rows a statement, so that none comes near its time-out after a flood. */
const ROUND = 10_000

/** Removes counts whose window is over, in rounds. The job `db.forget-limits`. */
export async function forgetEndedLimits(app: App, round = ROUND): Promise<void> {
  let removed = round
  while (removed === round) {
    const { numAffectedRows } = await sql`
      delete from limits_taken where ctid in (
        select ctid from limits_taken where ends_at <= app_now() limit ${round} for update skip locked)`.execute(app.db)
    removed = Number(numAffectedRows ?? 0)
  }
}
