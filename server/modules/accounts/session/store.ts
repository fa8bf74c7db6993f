/** The SQL that writes sessions. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { updateRows } from '#server/db/rows.ts'

export interface NewSession {
  readonly id: string
  readonly tokenHash: Buffer
  readonly userId: string
  /** Whether the person has just proved their identity. */
  readonly isConfirmed: boolean
  readonly expiresInSeconds: number
  readonly device: string
  readonly ip: string
  readonly agent: string | null
}

/** Opens a session; gives its end. */
export async function insertSession(app: Core, session: NewSession): Promise<{ expiresAt: string }> {
  const row = await app.db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      expires_at: sql`app_now() + make_interval(secs => ${session.expiresInSeconds})`,
      confirmed_at: session.isConfirmed ? sql`app_now()` : null,
      device: session.device,
      ip: session.ip,
      agent: session.agent,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { expiresAt: row.expires_at }
}

/** Notes that the session's person proved who they are this moment; gives the end of what that allows. */
export async function markConfirmed(app: Core, sessionId: string): Promise<string> {
  const row = await app.db
    .updateTable('sessions')
    .set({ confirmed_at: sql`app_now()` })
    .where('id', '=', sessionId)
    .returning(sql<string>`confirmed_at + interval '15 minutes'`.as('until'))
    .executeTakeFirstOrThrow()
  return row.until
}

/** Puts another token in the place of an open session's; its end and its confirmation stay as they were. */
export async function setToken(app: Core, sessionId: string, tokenHash: Buffer): Promise<void> {
  await updateRows(app.db, 'sessions', { id: sessionId, endedAt: null }, { tokenHash })
}

/** Ends one session; ending it twice changes nothing. */
export async function endSession(app: Core, sessionId: string): Promise<void> {
  await updateRows(app.db, 'sessions', { id: sessionId, endedAt: null }, { endedAt: sql`app_now()` })
}

/** Ends one open session of this person; false when they have no such session. */
export async function endSessionOf(app: Core, userId: string, sessionId: string): Promise<boolean> {
  const row = await app.db
    .updateTable('sessions')
    .set({ ended_at: sql`app_now()` })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('impersonator_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`app_now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends every open session of a person, but the one that is named. */
export async function endSessionsOf(app: Core, userId: string, exceptId: string | null): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ ended_at: sql`app_now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? ''))
    .execute()
}
