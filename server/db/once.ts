/** Idempotent writes: the same key and the same request give the same answer again (rule R3.7). */
import { sql } from 'kysely'
import { inTransaction, type App, type Core, type Tx } from '#server/context.ts'
import { sha256 } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'

const WAIT_FOR_TWIN = '2s'
const LOCK_NOT_AVAILABLE = '55P03'

/** Stable fingerprint of a request's content, whatever the order of its keys. */
export function requestHash(request: unknown): Buffer {
  return sha256(canonical(request))
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object') {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    return `{${fields
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`)
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** What is asked, `call` first: the same fields of another call are another request. */
interface KeyedRequest {
  readonly call: string
  readonly [field: string]: unknown
}

/**
 * Runs `work` in a transaction once per actor and key and keeps its answer for 7 days. Without a key it just runs.
 * A twin that is still running makes the caller wait up to 2 s: then `operation_running`. The same key with another
 * request, an order included, is `idempotency_mismatch`. A refusal rolls back and stores nothing.
 */
export async function once<Answer>(
  app: App | Tx,
  { actorId, key, request }: { actorId: string; key: string | undefined; request: KeyedRequest },
  work: (app: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return inTransaction(app, work)
  const hash = requestHash(request)
  return inTransaction(app, async (app) => {
    await sql`set local lock_timeout = ${sql.lit(WAIT_FOR_TWIN)}`.execute(app.db)
    const isFirst = await claim(app, actorId, key, hash)
    await sql`set local lock_timeout = 0`.execute(app.db)
    if (!isFirst) return stored<Answer>(app, actorId, key, hash)
    const answer = await work(app)
    await app.db
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('actor_id', '=', actorId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}

/** Removes the keys and answers of more than 7 days ago; gives how many. The job `db.forget-keys`. */
export async function forgetOldKeys(app: App): Promise<number> {
  const removed = await app.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<string>`app_now() - interval '7 days'`)
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** Removes a person's keys and the answers kept under them: they may name people. */
export async function forgetKeysOf(app: App, actorId: string): Promise<void> {
  await app.db.deleteFrom('idempotency_keys').where('actor_id', '=', actorId).execute()
}

/** Takes the key; false where it is taken, which an order's key is too. */
async function claim(app: Core, actorId: string, key: string, hash: Buffer): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      insert into idempotency_keys (actor_id, key, request_hash)
      select ${actorId}::uuid, ${key}, ${hash} where not checkout_has_key(${actorId}::uuid, ${key})
          on conflict do nothing`.execute(app.db)
    return numAffectedRows === 1n
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) {
      throw new Failure('operation_running', undefined, { retryAfterSeconds: 2 })
    }
    throw error
  }
}

async function stored<Answer>(app: Core, actorId: string, key: string, hash: Buffer): Promise<Answer> {
  const row = await app.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row?.request_hash.equals(hash)) throw new Failure('idempotency_mismatch')
  return row.answer as Answer // written by this same function from the same use case's answer
}
