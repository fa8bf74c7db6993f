/** Audit rows: who did what to which object, written in the transaction of the act itself (rule R3.11). */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { oneRow } from './one-row.ts'

/** What an act was about: its kind of object and its id, as in `['event', id]`. */
export type AuditObject = readonly [type: string, id: string]

export interface AuditChange {
  readonly before?: unknown
  readonly after?: unknown
}

export interface AuditEntry extends AuditChange {
  readonly action: string
  readonly object: AuditObject
}

/** Where an act came from. */
export interface AuditOrigin {
  readonly userId: string | null
  readonly impersonatorId?: string | null
  readonly origin?: RequestOrigin | undefined
}

/** What the server does by itself has no actor. */
export const SYSTEM: AuditOrigin = { userId: null }

/** Audit rows as a statement, for a transaction that sends several at once. */
export function auditRows(by: AuditOrigin, entries: readonly AuditEntry[]): RawBuilder<unknown> {
  const textOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  return sql`
    insert into audit_rows (actor_id, impersonator_id, ip, request_id, action, object_type, object_id, before, after)
    select ${by.userId}::uuid, ${by.impersonatorId ?? null}::uuid, ${by.origin?.ip ?? null}::text,
           ${by.origin?.requestId ?? null}::text, a.*
      from unnest(
        ${entries.map((entry) => entry.action)}::text[], ${entries.map(({ object: [type] }) => type)}::text[],
        ${entries.map(({ object: [, id] }) => id)}::text[], ${entries.map((entry) => textOf(entry.before))}::jsonb[],
        ${entries.map((entry) => textOf(entry.after))}::jsonb[]) a`
}

/** Writes one audit row, in the transaction of the act itself; gives its number. */
export async function audit(
  app: Tx,
  by: AuditOrigin,
  action: string,
  object: AuditObject,
  change?: AuditChange,
): Promise<number> {
  const row = sql<{ id: number }>`${auditRows(by, [{ action, object, ...change }])} returning id`
  return (await oneRow(app.db, row)).id
}
