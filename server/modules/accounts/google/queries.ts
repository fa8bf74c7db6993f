/** Reads about sign-in with Google and what it leaves incomplete. */
import { sql } from 'kysely'
import type { ProfileCompletion } from '#contract/accounts/accounts-google.ts'
import type { App, Core } from '#server/context.ts'
import { profileCompletionOf } from '../profile/profile.ts'

/** The person linked to this Google account. */
export async function findByIdentity(app: Core, subject: string) {
  return app.db
    .selectFrom('user_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.state'])
    .where('i.provider', '=', 'google')
    .where('i.subject', '=', subject)
    .executeTakeFirst()
}

/**
 * The account that proved this mail, else the first of those that only carry it, with what proving that it is one's own needs and
 * whether it is one of several that carry it; of `userId` alone when that is given.
 */
export async function findMailOwner(app: App, mail: string, userId: string | null = null) {
  return app.db
    .selectFrom('users')
    .select(['id', 'state', 'phone', 'password_hash', sql<boolean>`mail_proved_at is not null`.as('isMailProved')])
    .select(sql<boolean>`mail_proved_at is null and count(*) over () > 1`.as('isOneOfSeveral'))
    .where('mail', '=', mail)
    .where('state', 'in', ['active', 'blocked'])
    .$if(userId !== null, (query) => query.where('id', '=', userId ?? ''))
    .orderBy(sql`mail_proved_at is not null`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** Missing fields of the person's profile. */
export async function getCompletion(app: App, userId: string): Promise<{ profileCompletion: ProfileCompletion }> {
  const row = await app.db
    .selectFrom('users')
    .select(['phone', 'birth_date'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { profileCompletion: profileCompletionOf({ phone: row.phone, birthDate: row.birth_date }) }
}

/** By which ways the person may sign in. */
export async function getGoogleState(app: App, userId: string) {
  const row = await app.db
    .selectFrom('users as u')
    .leftJoin('user_identities as i', 'i.user_id', 'u.id')
    .select(['u.phone', 'u.birth_date', 'u.password_hash', 'i.subject'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    isGoogleUser: row.subject !== null,
    hasPassword: row.password_hash !== null,
    profileCompletion: profileCompletionOf({ phone: row.phone, birthDate: row.birth_date }),
  }
}

/** Whether this Google account is the one of this session's person. */
export async function isIdentityOfSession(app: App, subject: string, sessionId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('sessions as s')
    .innerJoin('user_identities as i', 'i.user_id', 's.user_id')
    .select('s.id')
    .where('s.id', '=', sessionId)
    .where('i.provider', '=', 'google')
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
}

/** The sealed link behind a token, which stays until the right password takes it. */
export async function findGoogleLink(
  app: App,
  key: { hash: Buffer; browserHash: Buffer | null },
): Promise<string | null> {
  const row = await app.db
    .selectFrom('google_steps')
    .select('sealed')
    .where('kind', '=', 'link')
    .where('hash', '=', key.hash)
    .where((eb) => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', key.browserHash)]))
    .where('expires_at', '>', sql<string>`app_now()`)
    .executeTakeFirst()
  return row?.sealed ?? null
}
