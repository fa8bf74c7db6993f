/** The SQL that writes people and their sessions; `store-*` beside it writes the rest of this module's tables. */
import { sql } from 'kysely'
import type { Gender } from '#contract/accounts.ts'
import type { App, Core } from '#server/context.ts'
import type { ContactKind } from './contact/store.ts'

export interface NewUser {
  readonly id: string
  readonly name: string
  readonly mail: string
  readonly phone: string
  readonly passwordHash: string
  readonly gender: Gender
  readonly birthDate: string | null
  readonly acceptsAdvertising: boolean
  readonly profileImageId: string | null
  /** What was proved before the account is made. */
  readonly proved: readonly ContactKind[]
}

/** Adds an active person. A phone that somebody signs in with, or a mail that somebody proved, raises the unique index. */
export async function insertUser(app: Core, user: NewUser): Promise<void> {
  await app.db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      mail: user.mail,
      phone: user.phone,
      password_hash: user.passwordHash,
      state: 'active',
      gender: user.gender,
      birth_date: user.birthDate,
      accepts_advertising: user.acceptsAdvertising,
      profile_image_id: user.profileImageId,
      mail_proved_at: user.proved.includes('mail') ? sql`app_now()` : null,
      phone_proved_at: user.proved.includes('phone') ? sql`app_now()` : null,
    })
    .execute()
}

/** Adds a person who has not activated their account; one that waits for this very phone and mail raises the unique index. */
export async function insertPendingUser(
  app: Core,
  user: Pick<NewUser, 'id' | 'name' | 'phone'> & { mail: string | null },
): Promise<void> {
  await app.db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      mail: user.mail,
      phone: user.phone,
      state: 'pending',
      accepts_advertising: false,
    })
    .execute()
}

/** Makes a person an administrator of one kind: god, legal (a narrowed god) or support. */
export async function setAdministrator(app: Core, userId: string, kind: 'god' | 'legal' | 'admin'): Promise<void> {
  await app.db
    .updateTable('users')
    .set({ is_god_admin: kind !== 'admin', is_admin: kind === 'admin', permission: kind === 'legal' ? 'legal' : null })
    .where('id', '=', userId)
    .execute()
}

/** Grants a role by name; false when it was there. */
export async function insertRole(app: Core, userId: string, role: 'COMERCIAL'): Promise<boolean> {
  const inserted = await app.db
    .insertInto('user_roles')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Takes a granted role back; false when there was none. */
export async function deleteRole(app: Core, userId: string, role: 'COMERCIAL'): Promise<boolean> {
  const deleted = await app.db
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export interface NewSession {
  readonly id: string
  readonly tokenHash: Buffer
  readonly userId: string
  /** Who opens it has just proved who they are. */
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

/** Ends one session; ending it twice changes nothing. */
export async function endSession(app: Core, sessionId: string): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ ended_at: sql`app_now()` })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
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

/** Drops sessions and links that ended over 30 days ago, and codes that no longer count. */
export async function deleteExpired(app: App): Promise<void> {
  await sql`delete from sessions where expires_at < app_now() - interval '30 days'`.execute(app.db)
  await sql`delete from account_links where expires_at < app_now() - interval '30 days'`.execute(app.db)
  await sql`delete from contact_codes where expires_at < app_now()`.execute(app.db)
  await sql`delete from registration_codes where expires_at < app_now()`.execute(app.db)
  await sql`delete from google_steps where expires_at < app_now()`.execute(app.db)
}
