/** Reads that several rooms share. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'

/** A person's addresses, and whether their account is active. */
export async function findReachable(app: Core, userId: string) {
  return app.db
    .selectFrom('users')
    .select(['id', 'name', 'mail', 'phone', 'state', 'birth_date as birthDate'])
    .select(['created_at as createdAt', sql<boolean>`phone_proved_at is not null`.as('isPhoneProved')])
    .select(sql<boolean>`mail_proved_at is not null`.as('isMailProved'))
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Whether a link may be used, was alive once, or never was. */
export async function findLink(
  app: App,
  tokenHash: Buffer,
  kind: 'reset' | 'activation',
): Promise<{ userId: string; channel: 'mail' | 'whatsapp'; contact: string; isLive: boolean } | undefined> {
  return app.db
    .selectFrom('account_links')
    .select(['user_id as userId', 'contact', sql<boolean>`ended_at is null and expires_at > app_now()`.as('isLive')])
    .select(sql<'mail' | 'whatsapp'>`channel`.as('channel'))
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** The stored hash of a person's password; null while they have none. */
export async function findPasswordHash(app: App, userId: string): Promise<string | null> {
  const row = await app.db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

/** A person's mail or phone, and the one that waits to be proved in its place. */
export async function findContacts(
  app: Core,
  userId: string,
  kind: 'mail' | 'phone',
): Promise<{ name: string; present: string | null; pending: string | null }> {
  return app.db
    .selectFrom('users')
    .select(['name', `${kind} as present`, `pending_${kind} as pending`])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
