/**
 * The chain over the audit rows: each sealed row's hash covers its content and the hash before it, so a row that is changed,
 * removed or slipped in later shows (invariant A8). Rows are sealed in batches after the fact: a chain written inside sales
 * would put every sale in one line. Each run logs number and hash of the last link; kept elsewhere, that anchors the chain.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type App, type Db } from '#server/context.ts'

const BATCH = 5000
const LOCK = 7_220_463 // any constant: one sealer at a time
const GENESIS = Buffer.alloc(32)

/** Everything a row says, spelled the same whatever the session's time zone. */
const content = sql<string>`jsonb_build_array(id, extract(epoch from at), actor_id, impersonator_id, action, object_type,
  object_id, before, after, ip, request_id)::text`

export interface ChainLink {
  /** 1 for the first sealed row. */
  readonly number: number
  readonly hash: string
}

/** Seals every row that is not sealed yet and gives how many those were. The job `db.seal-audit`. */
export async function sealAudit(app: App): Promise<number> {
  let total = 0
  for (;;) {
    const { sealed, last } = await inTransaction(app, (app) => sealBatch(app.db))
    total += sealed
    if (sealed > 0 && last) app.log.info({ sealed, ...last }, 'audit rows sealed')
    if (sealed < BATCH) return total
  }
}

async function sealBatch(db: Db): Promise<{ sealed: number; last: ChainLink | null }> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  const end = await db
    .selectFrom('audit_rows')
    .select(['seal_number', 'hash'])
    .where('seal_number', 'is not', null)
    .orderBy('seal_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('audit_rows')
    .select(['id', content.as('content')])
    .where('hash', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  let number = end?.seal_number ?? 0
  let previous = end?.hash ?? GENESIS
  const links = rows.map(({ id, content }) => {
    const link = { id, number: (number += 1), previous, hash: linkHash(previous, content) }
    previous = link.hash
    return link
  })
  await sql`
    update audit_rows set seal_number = link.number, previous_hash = link.previous, hash = link.hash
    from unnest(${links.map((link) => link.id)}::bigint[], ${links.map((link) => link.number)}::bigint[],
      ${links.map((link) => link.previous)}::bytea[], ${links.map((link) => link.hash)}::bytea[])
      as link (id, number, previous, hash)
    where audit_rows.id = link.id`.execute(db)
  const last = links.at(-1)
  return { sealed: links.length, last: last ? { number: last.number, hash: last.hash.toString('hex') } : null }
}

function linkHash(previous: Buffer, content: string): Buffer {
  return createHash('sha256').update(previous).update(content).digest()
}

export interface AuditVerdict {
  readonly sealed: number
  readonly last: ChainLink | null
  /** The first place where the chain does not hold. */
  readonly broken: { readonly number: number; readonly rowId: number | null; readonly why: string } | null
}

/**
 * Recomputes the whole chain. `anchors` are links that were logged or kept elsewhere; one that is missing or different
 * means that rows were cut off or the chain was rebuilt.
 */
export async function verifyAudit(db: Db, anchors: readonly ChainLink[] = []): Promise<AuditVerdict> {
  const expected = new Map(anchors.map(({ number, hash }) => [number, hash]))
  let sealed = 0
  let previous: Buffer = GENESIS
  for (;;) {
    const rows = await db
      .selectFrom('audit_rows')
      .select(['id', 'seal_number', 'previous_hash', 'hash', content.as('content')])
      .where('seal_number', '>', sealed)
      .orderBy('seal_number')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const number = sealed + 1
      const stop = (why: string) => verdict(sealed, previous, { number, rowId: row.id, why })
      if (row.seal_number !== number) return stop('a sealed row is missing before it')
      if (!row.previous_hash?.equals(previous)) return stop('it does not follow the row before it')
      if (!row.hash?.equals(linkHash(previous, row.content))) return stop('its content was changed')
      previous = row.hash
      sealed = number
      const anchor = expected.get(number)
      if (anchor !== undefined && anchor !== previous.toString('hex')) return stop('it differs from its anchor')
      expected.delete(number)
    }
    if (rows.length < BATCH) break
  }
  const [missing] = expected.keys()
  const broken = missing === undefined ? null : { number: missing, rowId: null, why: 'an anchored row is missing' }
  return verdict(sealed, previous, broken)
}

function verdict(sealed: number, hash: Buffer, broken: AuditVerdict['broken']): AuditVerdict {
  return { sealed, last: sealed === 0 ? null : { number: sealed, hash: hash.toString('hex') }, broken }
}
