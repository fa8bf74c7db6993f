/**
 * The invariants as read-only SQL (docs/invariants.md): each query gives the ids of the rows that break it. They are grouped by
 * what they can be asked of, so that the same text looks at a whole database or at a few things that just changed.
 */
import { sql, type RawBuilder } from 'kysely'

/** What a module says of its data; each is declared in the last module whose tables it reads. */
export interface Invariants {
  /** Kinds of things that are looked at as they change. */
  readonly kinds?: Readonly<Record<string, Kind>>
  /** How each table of this module is narrowed to subjects of a kind; what is not named is only looked up from these. */
  readonly narrowed?: ByKind
  /** Queries by what they can be asked of, and by their names. */
  readonly of?: ByKind
  /** Of the whole database alone: they count all that was ever sold, and only a job changes what they compare. */
  readonly whole?: Readonly<Record<string, string>>
}

interface Kind {
  /** How many are looked at in one statement. */
  readonly atOnce: number
  /** What else (kind, id, event_id) a change of these may have broken; without it, no audit row names one of them. */
  readonly around?: string
}

/** SQL. `$ids` and `$events` are lists of what is looked at, `$pairs` are (event, buyer). */
type ByKind = Readonly<Record<string, Readonly<Record<string, string>>>>
export type Modules = readonly { readonly invariants?: Invariants }[]

/** What each kind is named by: a type with its event, a buyer at an event. */
export type Subject = { readonly id: string; readonly eventId?: string }

const MOST_IDS = 10

export interface Invariant {
  readonly name: string
  readonly query: RawBuilder<Record<string, string>>
}

/** Every invariant, over the whole database. */
export function wholeInvariants(modules: Modules): Invariant[] {
  const all = modules.flatMap(({ invariants: { of = {}, whole = {} } = {} }) => [...Object.values(of), whole])
  return all.flatMap((each) => Object.entries(each)).map(([name, query]) => ({ name, query: sql.raw(limited(query)) }))
}

/** Those of a kind, over these subjects alone: each table is shadowed by a part of it, into which the planner looks. */
export function invariantsOf(modules: Modules, kind: string, subjects: readonly Subject[]): Invariant[] {
  const ids = listOf(subjects.map(({ id }) => id))
  const events = listOf(subjects.flatMap(({ eventId }) => eventId ?? []))
  const pairs = subjects.map(({ id, eventId }) => `('${eventId}'::uuid, '${id}'::uuid)`).join(', ')
  const of = (which: 'narrowed' | 'of') =>
    modules.flatMap(({ invariants }) => Object.entries(invariants?.[which]?.[kind] ?? {}))
  const parts = of('narrowed').map(([table, where]) => {
    const narrowed = where.replaceAll('$ids', ids).replaceAll('$events', events).replaceAll('$pairs', pairs)
    return `${table} as not materialized (select * from public.${table} where ${narrowed})`
  })
  return of('of').map(([name, query]) => ({ name, query: sql.raw(`with ${parts.join(', ')} ${limited(query)}`) }))
}

/** The kinds of all modules. */
export function kindsOf(modules: Modules): Readonly<Record<string, Kind>> {
  return Object.assign({}, ...modules.map(({ invariants }) => invariants?.kinds))
}

export function listOf(ids: readonly string[]): string {
  return `'{${[...new Set(ids)].join(',')}}'::uuid[]`
}

function limited(query: string): string {
  return `select * from (${query}) broken limit ${MOST_IDS}`
}
