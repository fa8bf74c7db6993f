/** Audit rows: who did what to which object, written in the transaction of the act itself (behaviour.md §0). */
import type { App } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'

export interface AuditEntry {
  readonly action: string
  readonly objectType: string
  readonly objectId: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Where an act came from. */
export interface AuditOrigin {
  readonly userId: string | null
  readonly impersonatorId?: string | null
  readonly origin?: RequestOrigin | undefined
}

/** What the server does by itself has no actor. */
export const SYSTEM: AuditOrigin = { userId: null }

/** Writes one audit row with `app.db`; call it inside `inTransaction`. */
export async function audit(app: App, by: AuditOrigin, entry: AuditEntry): Promise<void> {
  await app.db
    .insertInto('audit_rows')
    .values({
      actor_id: by.userId,
      impersonator_id: by.impersonatorId ?? null,
      action: entry.action,
      object_type: entry.objectType,
      object_id: entry.objectId,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      ip: by.origin?.ip ?? null,
      request_id: by.origin?.requestId ?? null,
    })
    .execute()
}
