/** The SQL that writes passwords, links and codes. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import type { Coded, CodeKind } from '../contact/contact-code.ts'

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
  await app.db
    .updateTable('account_links')
    .set({ ended_at: sql`app_now()` })
    .where('user_id', '=', link.userId)
    .where('kind', '=', link.kind)
    .where('channel', '=', link.channel)
    .where('ended_at', 'is', null)
    .execute()
  await app.db
    .insertInto('account_links')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      kind: link.kind,
      channel: link.channel,
      contact: link.contact,
      expires_at: sql`app_now() + make_interval(secs => ${link.expiresInSeconds})`,
    })
    .execute()
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

/** Ends every live link of a person, for example because their password changed. */
export async function endLinksOf(app: Core, userId: string): Promise<void> {
  await app.db
    .updateTable('account_links')
    .set({ ended_at: sql`app_now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the live links that went to this contact of a person. */
export async function endLinksTo(app: Core, userId: string, contact: string): Promise<void> {
  await app.db
    .updateTable('account_links')
    .set({ ended_at: sql`app_now()` })
    .where('user_id', '=', userId)
    .where('contact', '=', contact)
    .where('ended_at', 'is', null)
    .execute()
}

/** A code that was sent to a contact which is not the person's any more. */
export async function endCodesFor(app: Core, userId: string, kind: CodeKind): Promise<void> {
  await app.db.deleteFrom('contact_codes').where('user_id', '=', userId).where('kind', '=', kind).execute()
}

export interface NewCode extends Coded {
  readonly codeMac: Buffer
  readonly expiresInSeconds: number
}

/** Keeps a code in place of the one before it, with all its tries. */
export async function replaceCode(app: App, code: NewCode): Promise<void> {
  await sql`
    insert into contact_codes (user_id, kind, contact, code_mac, expires_at)
    values (${code.userId}, ${code.kind}, ${code.contact}, ${code.codeMac},
            app_now() + make_interval(secs => ${code.expiresInSeconds}))
    on conflict (user_id, kind) do update
      set contact = excluded.contact, code_mac = excluded.code_mac, expires_at = excluded.expires_at, tries = 0`.execute(
    app.db,
  )
}

/** Counts a try before it is judged, so that parallel ones all count; undefined when there is no code or no try left. */
export async function countTry(app: App, { userId, kind, contact }: Coded, maxTries: number) {
  return app.db
    .updateTable('contact_codes')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('contact', '=', contact)
    .where('expires_at', '>', sql<string>`app_now()`)
    .where('tries', '<', maxTries)
    .returning(['code_mac as codeMac', 'tries'])
    .executeTakeFirst()
}

/** Uses a code up; false when it was used, or another took its place. */
export async function useCode(app: Core, userId: string, codeMac: Buffer): Promise<boolean> {
  const row = await app.db
    .deleteFrom('contact_codes')
    .where('user_id', '=', userId)
    .where('code_mac', '=', codeMac)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
