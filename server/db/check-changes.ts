/**
 * Each minute, what was just sold, paid, refunded or scanned (invariants.md), found by the audit rows that every change
 * leaves. It must not weigh on the sale that it looks at: few things at a time, each statement with a snapshot and a short
 * time of its own. What a rush leaves over is sampled; `npm run db:check` looks at all.
 */
import { sql } from 'kysely'
import type { App, Db } from '#server/context.ts'
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

/**
 * Looks at what was broken the last time and at what changed since, and goes on from there the next. Throws with what is
 * broken: the job has failed then, in the log and in the figures, each minute until all is whole.
 */
export async function checkChanges(app: App): Promise<void> {
  const { from, until, broken: wasBroken } = await nextRange(app.db)
  const touched = await listTouched(app.db, from, until)
  const startMs = app.clock.epochMs()
  const broken: BrokenInvariant[] = []
  const stillBroken: Record<Kind, Subject[]> = { event: [], type: [], order: [], ticket: [], buyer: [] }
  let left = 0
  for (const [kind, subjects] of [...inTurn(wasBroken, 0), ...inTurn(touched, Math.floor(startMs / MINUTE_MS))]) {
    for (let place = 0; place < subjects.length; place += AT_ONCE[kind]) {
      const some = subjects.slice(place, place + AT_ONCE[kind])
      if (app.clock.epochMs() > startMs + MOST_MS) {
        left += some.length
        continue
      }
      const found = await lookTwice(() => look(app, kind, some))
      broken.push(...found)
      if (found.length > 0) stillBroken[kind] = unique([...stillBroken[kind], ...some]).slice(0, MOST_KEPT)
    }
  }
  await saveRange(app.db, until, stillBroken)
  if (left > 0) app.log.info({ left }, 'more changed than was looked at')
  if (broken.length > 0) {
    throw new Error(`Broken: ${broken.map(({ name, ids }) => `${name} (${ids.join(', ')})`).join('; ')}`)
  }
}

/** The kinds from another one each minute: what a rush leaves over is not always of the same kind. */
function inTurn(subjects: Partial<Readonly<Record<Kind, Subject[]>>>, turn: number): [Kind, Subject[]][] {
  const first = turn % KINDS.length
  return [...KINDS.slice(first), ...KINDS.slice(0, first)].map((kind) => [kind, subjects[kind] ?? []])
}

function unique(subjects: readonly Subject[]): Subject[] {
  return [...new Map(subjects.map((subject) => [`${subject.id} ${subject.eventId ?? ''}`, subject])).values()]
}

/** What is broken both times: a difference that goes by itself was rows on the move. */
export async function lookTwice(look: () => Promise<readonly BrokenInvariant[]>): Promise<BrokenInvariant[]> {
  const first = await look()
  if (first.length === 0) return []
  const second = await look()
  return first.flatMap(({ name, ids }) => {
    const again = second.find((each) => each.name === name)?.ids ?? []
    const still = ids.filter((id) => again.includes(id))
    return still.length > 0 ? [{ name, ids: still }] : []
  })
}

async function look(app: App, kind: Kind, subjects: readonly Subject[]): Promise<BrokenInvariant[]> {
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
    return []
  }
}

interface Range {
  /** The last audit row that was looked at. */
  readonly from: number
  readonly until: number
  /** What was broken the last time. */
  readonly broken: Partial<Readonly<Record<Kind, Subject[]>>>
}

async function nextRange(db: Db): Promise<Range> {
  const { rows } = await sql<{ looked: number | null; broken: Range['broken'] | null; last: number | null }>`
    select (select audit_id from check_marks where name = ${MARK}) as looked,
           (select broken from check_marks where name = ${MARK}) as broken, (
      select id from audit_rows where at < app_now() - make_interval(secs => ${SETTLED_SECONDS}) order by id desc limit 1) as last`.execute(
    db,
  )
  const last = rows[0]?.last ?? 0
  return { from: Math.max(rows[0]?.looked ?? 0, last - MOST_AUDIT_ROWS), until: last, broken: rows[0]?.broken ?? {} }
}

async function saveRange(db: Db, until: number, broken: Range['broken']): Promise<void> {
  const mark = { audit_id: until, broken: JSON.stringify(broken) }
  await db
    .insertInto('check_marks')
    .values({ name: MARK, ...mark })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(mark))
    .execute()
}

async function listTouched(db: Db, from: number, until: number): Promise<Readonly<Record<Kind, Subject[]>>> {
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
