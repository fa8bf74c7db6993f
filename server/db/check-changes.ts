/**
 * Each minute, what was just sold, paid, refunded or scanned (docs/invariants.md), found by the audit rows that every change
 * leaves. It must not weigh on the sale that it looks at: few things at a time, each statement with a snapshot and a short
 * time of its own. What a rush leaves over is sampled; `npm run db:check` looks at all.
 */
import { sql } from 'kysely'
import type { App, Db } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'
import { runChecks, type BrokenInvariant } from './check-invariants.ts'
import { invariantsOf, type Kind, type Subject } from './invariants.ts'

/** The newest of them, when more came since the last look: some three seconds of the busiest sale. */
const MOST_AUDIT_ROWS = 20_000
/** A change that was begun is committed by then, or was never one: numbers of audit rows are given before the commit. */
const SETTLED_SECONDS = 5
const STATEMENT_TIMEOUT = '2s'
const TOO_LONG = '57014'
const MARK = 'invariants'
const MOST_MS = 20_000
const MINUTE_MS = 60_000
/** Of each kind, of what was broken and its neighbours in one statement. */
const MOST_KEPT = 1000
/** How many are looked at in one statement. A type counts all of its tickets. */
const AT_ONCE: Readonly<Record<Kind, number>> = { event: 50, type: 1, order: 200, ticket: 500, buyer: 200 }
const KINDS = Object.keys(AT_ONCE) as Kind[] // the record has every kind

type Subjects = Readonly<Record<Kind, Subject[]>>

/**
 * Looks at what was broken the last time, at what changed since, and at what it could not look at before; it goes on from
 * there the next. Throws with what is broken: the job has failed then, in the log and in the figures, each minute until all
 * was looked at and is whole.
 */
export async function checkChanges(app: App): Promise<void> {
  const { from, until, ...before } = await nextRange(app.db)
  const touched = await listTouched(app.db, from, until)
  const startMs = app.clock.epochMs()
  const found: string[] = []
  const broken = nothing()
  const unseen = nothing()
  const tooLong = nothing()
  const tally = { whole: 0, broken: 0, too_long: 0, left_out: 0 }
  const turns = [
    ...inTurn(before.broken, 0).map((turn) => ({ ...turn, was: 'broken' as const })),
    ...inTurn(touched, Math.floor(startMs / MINUTE_MS)).map((turn) => ({ ...turn, was: 'touched' as const })),
    // Last, so that what is always too long keeps nothing else from being seen; and each by itself.
    ...inTurn(before.unseen, 0).map((turn) => ({ ...turn, was: 'unseen' as const })),
  ]
  for (const { kind, subjects, was } of turns) {
    const atOnce = was === 'unseen' ? 1 : AT_ONCE[kind]
    for (let place = 0; place < subjects.length; place += atOnce) {
      const some = subjects.slice(place, place + atOnce)
      const isLate = app.clock.epochMs() > startMs + MOST_MS
      const seen = isLate ? null : await lookTwice(() => look(app, kind, some))
      if (seen) {
        found.push(...seen.map(({ name, ids }) => `${name} (${ids.join(', ')})`))
        if (seen.length > 0) broken[kind].push(...some)
      } else if (was === 'broken') {
        found.push(`not looked at, and broken before (${some.map(({ id }) => id).join(', ')})`)
        broken[kind].push(...some)
      } else if (!isLate) tooLong[kind].push(...some)
      else if (was === 'unseen') unseen[kind].push(...some)
      tally[seen ? (seen.length > 0 ? 'broken' : 'whole') : isLate ? 'left_out' : 'too_long'] += some.length
    }
  }
  // Those that were not come to stand first the next time.
  for (const kind of KINDS) unseen[kind].push(...tooLong[kind])
  await saveRange(app.db, until, { broken: atMost(broken), unseen: atMost(unseen) })
  for (const [result, subjects] of Object.entries(tally)) if (subjects > 0) count('checks', { result }, subjects)
  if (tally.left_out > 0) app.log.info({ left: tally.left_out }, 'more changed than was looked at')
  if (found.length > 0) throw new Error(`Broken: ${found.join('; ')}`)
}

function nothing(): Subjects {
  return { event: [], type: [], order: [], ticket: [], buyer: [] }
}

/** The kinds from another one each minute: what a rush leaves over is not always of the same kind. */
function inTurn(subjects: Partial<Subjects>, turn: number) {
  const first = turn % KINDS.length
  return [...KINDS.slice(first), ...KINDS.slice(0, first)].map((kind) => ({ kind, subjects: subjects[kind] ?? [] }))
}

/** Each once, and of each kind no more than is kept. */
function atMost(subjects: Subjects): Partial<Subjects> {
  const once = (some: readonly Subject[]) =>
    new Map(some.map((subject) => [`${subject.id} ${subject.eventId ?? ''}`, subject])).values()
  return Object.fromEntries(KINDS.map((kind) => [kind, [...once(subjects[kind])].slice(0, MOST_KEPT)]))
}

/** What is broken both times: a difference that goes by itself was rows on the move. Null when a look took too long. */
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

async function look(app: App, kind: Kind, subjects: readonly Subject[]): Promise<BrokenInvariant[] | null> {
  try {
    // Read committed: no snapshot outlives its statement.
    return await app.db
      .transaction()
      .setIsolationLevel('read committed')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT)}`.execute(trx)
        return runChecks(trx, invariantsOf(kind, subjects))
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

async function listTouched(db: Db, from: number, until: number): Promise<Subjects> {
  const { rows } = await sql<{ object_type: string; object_id: string }>`
    select distinct object_type, object_id from audit_rows
     where id > ${from} and id <= ${until} and object_type in ('event', 'order', 'ticket')`.execute(db)
  const idsOf = (type: string) =>
    rows.filter(({ object_type }) => object_type === type).map(({ object_id }) => object_id)
  const [events, orders, tickets] = [idsOf('event'), idsOf('order'), idsOf('ticket')]
  const { rows: around } = await sql<{ kind: 'type' | 'buyer' | 'event'; id: string; event_id: string }>`
    with some_orders as materialized (select id, event_id, buyer_id from orders where id = any(${orders}::uuid[])),
      some_tickets as materialized (select event_id, type_id, payer_id from tickets where id = any(${tickets}::uuid[]))
    select 'type' as kind, l.type_id as id, o.event_id from some_orders o join order_lines l on l.order_id = o.id
     union select 'type', type_id, event_id from some_tickets
     union select 'type', id, event_id from ticket_types where event_id = any(${events}::uuid[])
     union select 'buyer', buyer_id, event_id from some_orders
     union select 'buyer', payer_id, event_id from some_tickets where payer_id is not null
     union select 'event', event_id, event_id from some_orders
     union select 'event', event_id, event_id from some_tickets
     union select 'event', id, id from events where id = any(${events}::uuid[])`.execute(db)
  const subjects = (kind: string) =>
    around.filter((each) => each.kind === kind).map((each): Subject => ({ id: each.id, eventId: each.event_id }))
  return {
    event: subjects('event'),
    type: subjects('type'),
    order: orders.map((id) => ({ id })),
    ticket: tickets.map((id) => ({ id })),
    buyer: subjects('buyer'),
  }
}
