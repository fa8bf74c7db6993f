/**
 * Each minute, what was just sold, paid, refunded or scanned (docs/invariants.md), found by the audit rows that every change
 * leaves. It must not weigh on the sale that it looks at: few things at a time, each statement with a snapshot and a short
 * time of its own. What a rush leaves over is sampled; `npm run db:check` looks at all.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App, Db } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'
import { runChecks, type BrokenInvariant } from './check-invariants.ts'
import { invariantsOf, kindsOf, listOf, type Subject } from './invariants.ts'

/** Where more rows came since the last look, the newest of them: some three seconds of the busiest sale. */
const MOST_AUDIT_ROWS = 20_000
/** By then a change has committed or rolled back: audit rows get their numbers before the commit. */
const SETTLED_SECONDS = 5
const STATEMENT_MS = 2000
const TOO_LONG = '57014'
const MARK = 'invariants'
const MOST_MS = 20_000
const MINUTE_MS = 60_000
/** Subjects of each kind that one statement looks at, neighbours included. */
const MOST_KEPT = 1000
/** By kind. */
type Subjects = Readonly<Record<string, Subject[]>>

/**
 * Looks at what was broken the last time, at what changed since, and at what it could not look at before; it goes on from
 * there the next. Throws with what is broken: the job has failed then, in the log and in the figures, each minute until all
 * was looked at and is whole. A statement has `statementMs`.
 */
export async function checkChanges(app: App, statementMs = STATEMENT_MS): Promise<void> {
  const { from, until, ...before } = await nextRange(app.db)
  const kinds = kindsOf(app.modules)
  const touched = await listTouched(app, from, until)
  const startMs = app.clock.epochMs()
  const found: string[] = []
  const [broken, unseen, tooLong] = [subjectsOf(kinds), subjectsOf(kinds), subjectsOf(kinds)]
  const tally = { whole: 0, broken: 0, too_long: 0, left_out: 0 }
  const turns = [
    ...inTurn(kinds, before.broken, 0).map((turn) => ({ ...turn, was: 'broken' as const })),
    ...inTurn(kinds, touched, Math.floor(startMs / MINUTE_MS)).map((turn) => ({ ...turn, was: 'touched' as const })),
    // Last and each by itself, so that a subject that always takes too long keeps no other from being looked at.
    ...inTurn(kinds, before.unseen, 0).map((turn) => ({ ...turn, was: 'unseen' as const })),
  ]
  for (const { kind, subjects, was, ...turn } of turns) {
    const atOnce = was === 'unseen' ? 1 : turn.atOnce
    for (let place = 0; place < subjects.length; place += atOnce) {
      const some = subjects.slice(place, place + atOnce)
      const isLate = app.clock.epochMs() > startMs + MOST_MS
      const lookedMs = performance.now()
      const seen = isLate ? null : await lookTwice(() => look(app, { kind, subjects: some, statementMs }))
      // Pauses as long as the check took.
      if (!isLate) await wait(performance.now() - lookedMs)
      if (seen) {
        found.push(...seen.map(({ name, ids }) => `${name} (${ids.join(', ')})`))
        if (seen.length > 0) broken[kind]?.push(...some)
      } else if (was === 'broken') {
        found.push(`not looked at, and broken before (${some.map(({ id }) => id).join(', ')})`)
        broken[kind]?.push(...some)
      } else if (!isLate) tooLong[kind]?.push(...some)
      else if (was === 'unseen') unseen[kind]?.push(...some)
      tally[seen ? (seen.length > 0 ? 'broken' : 'whole') : isLate ? 'left_out' : 'too_long'] += some.length
    }
  }
  // Those that this check did not reach come first the next time.
  for (const kind in kinds) unseen[kind]?.push(...(tooLong[kind] ?? []))
  await saveRange(app.db, until, { broken: atMost(broken), unseen: atMost(unseen) })
  for (const [result, subjects] of Object.entries(tally)) if (subjects > 0) count('checks', { result }, subjects)
  if (tally.left_out > 0) app.log.info({ left: tally.left_out }, 'more changed than was looked at')
  if (found.length > 0) throw new Error(`Broken: ${found.join('; ')}`)
}

/** None of any kind. */
function subjectsOf(kinds: object): Subjects {
  return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
}

/** The kinds, beginning with another one each minute, so that a rush does not always leave the same kind over. */
function inTurn(kinds: ReturnType<typeof kindsOf>, subjects: Partial<Subjects>, turn: number) {
  const names = Object.entries(kinds)
  const first = turn % names.length
  return [...names.slice(first), ...names.slice(0, first)].map(([kind, { atOnce }]) => ({
    kind,
    atOnce,
    subjects: subjects[kind] ?? [],
  }))
}

/** Each once, and of each kind no more than is kept. */
function atMost(subjects: Subjects): Partial<Subjects> {
  return Object.fromEntries(Object.entries(subjects).map(([kind, some]) => [kind, once(some).slice(0, MOST_KEPT)]))
}

function once(subjects: readonly Subject[]): Subject[] {
  return [...new Map(subjects.map((subject) => [`${subject.id} ${subject.eventId ?? subject.id}`, subject])).values()]
}

/** What two looks both find broken: a difference that goes by itself was a change under way. Null when a look took too long. */
export async function lookTwice(
  look: () => Promise<readonly BrokenInvariant[] | null>,
): Promise<BrokenInvariant[] | null> {
  const first = await look()
  if (!first || first.length === 0) return first && []
  const second = await look()
  if (!second) return null
  return first.flatMap(({ name, ids }) => {
    const again = second.find((each) => each.name === name)?.ids ?? []
    const still = ids.filter((id) => again.includes(id))
    return still.length > 0 ? [{ name, ids: still }] : []
  })
}

interface Look {
  readonly kind: string
  readonly subjects: readonly Subject[]
  readonly statementMs: number
}

async function look(app: App, { kind, subjects, statementMs }: Look): Promise<BrokenInvariant[] | null> {
  try {
    // Read committed: no snapshot outlives its statement.
    return await app.db
      .transaction()
      .setIsolationLevel('read committed')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(trx)
        return runChecks(trx, invariantsOf(app.modules, kind, subjects))
      })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === TOO_LONG)) throw error
    app.log.warn({ kind, first: subjects[0]?.id }, 'what changed takes too long to look at now')
    return null
  }
}

interface Range {
  /** The last audit row that was looked at. */
  readonly from: number
  readonly until: number
  /** What was broken the last time. */
  readonly broken: Partial<Subjects>
  /** What took too long to look at so far. */
  readonly unseen: Partial<Subjects>
}

async function nextRange(db: Db): Promise<Range> {
  const { rows } = await sql<{ last: number | null }>`
    select id as last from audit_rows where at < app_now() - make_interval(secs => ${SETTLED_SECONDS}) order by id desc limit 1`.execute(
    db,
  )
  const mark = await db
    .selectFrom('check_marks')
    .select(['audit_id', 'broken', 'unseen'])
    .where('name', '=', MARK)
    .executeTakeFirst()
  const last = rows[0]?.last ?? 0
  const kept = (json: unknown) => (json ?? {}) as Partial<Subjects> // as `saveRange` writes it
  return {
    from: Math.max(mark?.audit_id ?? 0, last - MOST_AUDIT_ROWS),
    until: last,
    broken: kept(mark?.broken),
    unseen: kept(mark?.unseen),
  }
}

async function saveRange(db: Db, until: number, { broken, unseen }: Pick<Range, 'broken' | 'unseen'>): Promise<void> {
  const mark = { audit_id: until, broken: JSON.stringify(broken), unseen: JSON.stringify(unseen) }
  await db
    .insertInto('check_marks')
    .values({ name: MARK, ...mark })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(mark))
    .execute()
}

/** What audit rows name, and what surrounds it. */
async function listTouched({ db, modules }: App, from: number, until: number): Promise<Subjects> {
  const kinds = Object.entries(kindsOf(modules))
  const named = kinds.flatMap(([kind, { around }]) => (around === undefined ? [] : [{ kind, around }]))
  const { rows } = await sql<{ object_type: string; object_id: string }>`
    select distinct object_type, object_id from audit_rows
     where id > ${from} and id <= ${until} and object_type = any(${named.map(({ kind }) => kind)})`.execute(db)
  const touched = new Map(kinds.map(([kind]): [string, Subject[]] => [kind, []]))
  for (const { object_type, object_id } of rows) touched.get(object_type)?.push({ id: object_id })
  for (const { kind, around } of named) {
    const ids = rows.filter(({ object_type }) => object_type === kind).map(({ object_id }) => object_id)
    if (ids.length === 0) continue
    const found = sql.raw<{ kind: string; id: string; event_id: string }>(around.replaceAll('$ids', listOf(ids)))
    for (const each of (await found.execute(db)).rows)
      touched.get(each.kind)?.push({ id: each.id, eventId: each.event_id })
  }
  return Object.fromEntries([...touched].map(([kind, subjects]) => [kind, once(subjects)]))
}
