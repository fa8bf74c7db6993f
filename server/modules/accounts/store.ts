/** The only SQL that writes people, their sessions and their sign-in attempts. */
import { sql } from 'kysely'
import type { Gender } from '#contract/accounts.ts'
import type { App } from '#server/context.ts'

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
}

/** Adds an active person. A taken phone or mail raises the unique index, which the use case names. */
export async function insertUser(app: App, user: NewUser): Promise<void> {
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
    })
    .execute()
}

/** Adds a person who has not activated their account; false when somebody has the phone or the mail already. */
export async function insertPendingUser(
  app: App,
  user: Pick<NewUser, 'id' | 'name' | 'phone'> & { mail: string | null },
): Promise<boolean> {
  const row = await app.db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      mail: user.mail,
      phone: user.phone,
      state: 'pending',
      accepts_advertising: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a person an administrator of one kind: god, legal (a narrowed god) or support. */
export async function setAdministrator(app: App, userId: string, kind: 'god' | 'legal' | 'admin'): Promise<void> {
  await app.db
    .updateTable('users')
    .set({ is_god_admin: kind !== 'admin', is_admin: kind === 'admin', permission: kind === 'legal' ? 'legal' : null })
    .where('id', '=', userId)
    .execute()
}

/** Grants a role by name; granting it twice changes nothing. */
export async function insertRole(app: App, userId: string, role: 'COMERCIAL'): Promise<void> {
  await app.db
    .insertInto('user_roles')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes a granted role back; false when there was none. */
export async function deleteRole(app: App, userId: string, role: 'COMERCIAL'): Promise<boolean> {
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
export async function insertSession(app: App, session: NewSession): Promise<{ expiresAt: string }> {
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
export async function markConfirmed(app: App, sessionId: string): Promise<string> {
  const row = await app.db
    .updateTable('sessions')
    .set({ confirmed_at: sql`app_now()` })
    .where('id', '=', sessionId)
    .returning(sql<string>`confirmed_at + interval '15 minutes'`.as('until'))
    .executeTakeFirstOrThrow()
  return row.until
}

/** Ends one session; ending it twice changes nothing. */
export async function endSession(app: App, sessionId: string): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ ended_at: sql`app_now()` })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every open session of a person, but the one that is named. */
export async function endSessionsOf(app: App, userId: string, exceptId: string | null): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ ended_at: sql`app_now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? ''))
    .execute()
}

/** Counts an attempt; gives how many stand in the window and the seconds until it ends. */
export async function noteAttempt(app: App, key: string, windowSeconds: number) {
  const { rows } = await sql<{ attempts: number; wait_seconds: number }>`
    insert into sign_in_attempts as a (key) values (${key})
    on conflict (key) do update set
      attempts = case when a.started_at < app_now() - make_interval(secs => ${windowSeconds}) then 1 else a.attempts + 1 end,
      started_at = case when a.started_at < app_now() - make_interval(secs => ${windowSeconds}) then app_now() else a.started_at end
    returning attempts,
      ceil(extract(epoch from started_at + make_interval(secs => ${windowSeconds}) - app_now()))::int as wait_seconds
    `.execute(app.db)
  const [noted] = rows
  if (!noted) throw new Error('An upsert with returning gave no row')
  return { attempts: noted.attempts, waitSeconds: Math.max(1, noted.wait_seconds) }
}

export async function deleteAttempts(app: App, keys: readonly string[]): Promise<void> {
  await app.db
    .deleteFrom('sign_in_attempts')
    .where('key', 'in', [...keys])
    .execute()
}

/** Drops sessions and links that ended over 30 days ago, and codes and attempts that no longer count. */
export async function deleteExpired(app: App): Promise<void> {
  await sql`delete from sessions where expires_at < app_now() - interval '30 days'`.execute(app.db)
  await sql`delete from account_links where expires_at < app_now() - interval '30 days'`.execute(app.db)
  await sql`delete from contact_codes where expires_at < app_now()`.execute(app.db)
  await sql`delete from google_steps where expires_at < app_now()`.execute(app.db)
  await sql`delete from sign_in_attempts where started_at < app_now() - interval '1 day'`.execute(app.db)
}

export interface GoogleStep {
  readonly kind: 'state' | 'sign_in' | 'confirm' | 'link' | 'seen'
  readonly hash: Buffer
  readonly browserHash: Buffer | null
  readonly sessionId: string | null
  readonly sealed: string | null
}

/** Keeps what may be done once and soon; false when it was kept before. */
export async function insertGoogleStep(app: App, step: GoogleStep & { expiresInSeconds: number }): Promise<boolean> {
  const inserted = await app.db
    .insertInto('google_steps')
    .values({
      kind: step.kind,
      hash: step.hash,
      browser_hash: step.browserHash,
      session_id: step.sessionId,
      sealed: step.sealed,
      expires_at: sql`app_now() + make_interval(secs => ${step.expiresInSeconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Takes a step away, so that nobody takes it twice. Of another browser it stays: who learned a state by other ways must not
 * be able to spend it.
 */
export async function takeGoogleStep(
  app: App,
  kind: GoogleStep['kind'],
  { hash, browserHash }: { hash: Buffer; browserHash: Buffer | null },
): Promise<{ sealed: string; sessionId: string | null } | null> {
  const row = await app.db
    .deleteFrom('google_steps')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .where((eb) => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', browserHash)]))
    .where('expires_at', '>', sql<string>`app_now()`)
    .returning(['sealed', 'session_id'])
    .executeTakeFirst()
  return row ? { sealed: row.sealed ?? '', sessionId: row.session_id } : null
}

/** Adds an active client whose mail Google vouches for; a taken mail or subject raises its unique index. */
export async function insertGoogleUser(app: App, user: { id: string; name: string; mail: string }): Promise<void> {
  await app.db
    .insertInto('users')
    .values({
      ...user,
      state: 'active',
      mail_proved_at: sql`app_now()`,
      terms_accepted_at: sql`app_now()`,
    })
    .execute()
}

/** Ties a provider's account to a person. A taken one raises the primary key, a second one of the person its index. */
export async function insertIdentity(
  app: App,
  identity: { subject: string; userId: string; mail: string },
): Promise<void> {
  await app.db
    .insertInto('user_identities')
    .values({ provider: 'google', subject: identity.subject, user_id: identity.userId, mail: identity.mail })
    .execute()
}

/** Lets go of a provider's account. */
export async function deleteIdentity(app: App, subject: string): Promise<void> {
  await app.db.deleteFrom('user_identities').where('provider', '=', 'google').where('subject', '=', subject).execute()
}

/** Notes that an identity was used now, and under which mail. */
export async function touchIdentity(app: App, { subject, mail }: { subject: string; mail: string }): Promise<void> {
  await app.db
    .updateTable('user_identities')
    .set({ last_used_at: sql`app_now()`, mail })
    .where('provider', '=', 'google')
    .where('subject', '=', subject)
    .execute()
}

/**
 * Activates a pending account for the holder of its mail, without the phone that somebody else gave for it and without the
 * links that went out; false when it is not pending any more.
 */
export async function activateByMail(app: App, userId: string, mail: string): Promise<boolean> {
  const updated = await app.db
    .updateTable('users')
    .set({
      state: 'active',
      phone: sql`case when phone_proved_at is null then null else phone end`,
      mail_proved_at: sql`app_now()`,
      terms_accepted_at: sql`app_now()`,
    })
    .where('id', '=', userId)
    .where('mail', '=', mail)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  await app.db
    .updateTable('account_links')
    .set({ ended_at: sql`app_now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  return true
}
