/** The SQL that writes passwords and links. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { insertRow, updateRows } from '#server/db/rows.ts'

/**
 * Holds the person's row until the transaction ends if they are active and this is still their password: a session opened
 * behind it is one that a change of password finds and ends. False when the password was changed meanwhile.
 */
export async function lockPassword(app: Core, userId: string, passwordHash: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('state', '=', 'active')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Sets an active person's password; with `was`, only if that still is the one. False when nothing was changed. */
export async function setPassword(app: Core, userId: string, passwordHash: string, was?: string): Promise<boolean> {
  const row = await app.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .$if(was !== undefined, (query) => query.where('password_hash', '=', was ?? ''))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type LinkKind = 'reset' | 'activation'

export type LinkChannel = 'mail' | 'whatsapp'

export interface NewLink {
  readonly tokenHash: Buffer
  readonly userId: string
  readonly kind: LinkKind
  readonly channel: LinkChannel
  readonly contact: string
  readonly expiresInSeconds: number
}

/** Adds a link; the one that went the same way before it dies. Call it inside a transaction. */
export async function replaceLink(app: Core, link: NewLink): Promise<void> {
  await updateRows(
    app.db,
    'account_links',
    { userId: link.userId, kind: link.kind, channel: link.channel, endedAt: null },
    { endedAt: sql`app_now()` },
  )
  await insertLink(app, link)
}

export async function insertLink(app: Core, { expiresInSeconds, ...link }: NewLink): Promise<void> {
  await insertRow(app.db, 'account_links', {
    ...link,
    expiresAt: sql`app_now() + make_interval(secs => ${expiresInSeconds})`,
  })
}

export interface UsedLink {
  readonly userId: string
  readonly channel: LinkChannel
  readonly contact: string
}

/**
 * Uses a link up: null when it was used, replaced or ran out, when the account's contact is another one by now, or its
 * state. Of uses at the same moment one gets it.
 */
export async function useLink(app: Core, tokenHash: Buffer, kind: LinkKind): Promise<UsedLink | null> {
  const { rows } = await sql<UsedLink>`
    update account_links l set ended_at = app_now()
      from users u
     where l.token_hash = ${tokenHash} and l.kind = ${kind} and l.ended_at is null and l.expires_at > app_now()
       and u.id = l.user_id and u.state = ${kind === 'reset' ? 'active' : 'pending'}
       and l.contact = case l.channel when 'mail' then u.mail else u.phone end
    returning l.user_id as "userId", l.channel, l.contact`.execute(app.db)
  return rows[0] ?? null
}

/** Ends every live link of people, for example because their password changed. */
export async function endLinksOf(app: Core, userIds: string | readonly string[]): Promise<void> {
  await app.db
    .updateTable('account_links')
    .set({ ended_at: sql`app_now()` })
    .where('user_id', 'in', [userIds].flat())
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the live links that went to this contact of a person. */
export async function endLinksTo(app: Core, userId: string, contact: string): Promise<void> {
  await updateRows(app.db, 'account_links', { userId, contact, endedAt: null }, { endedAt: sql`app_now()` })
}
