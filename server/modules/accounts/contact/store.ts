/** The SQL that says whose a phone or mail is, and that keeps the codes that prove it. */
import { sql } from 'kysely'
import type { App, Core, Tx } from '#server/context.ts'
import type { Coded, CodeKind } from './contact-code.ts'

export type ContactKind = 'mail' | 'phone'

/**
 * Holds phones and mails until the transaction ends, whether anybody has them or not: who proves one, who gives something to
 * its person and who registers with it follow one another. Call it before a row of `users` is held.
 */
export async function lockContacts(app: Core, contacts: readonly (string | null)[]): Promise<void> {
  const known = [...new Set(contacts)].filter((contact) => contact !== null).sort()
  for (const contact of known) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${contact}, 19))`.execute(app.db)
  }
}

/** Notes that the person's present mail or phone was proved. */
export async function markProved(app: Core, userId: string, kind: ContactKind): Promise<void> {
  await app.db
    .updateTable('users')
    .set(kind === 'mail' ? { mail_proved_at: sql`app_now()` } : { phone_proved_at: sql`app_now()` })
    .where('id', '=', userId)
    .execute()
}

/** Puts the pending mail or phone in place of the present one, as proved; false when another one is pending by now. */
export async function takePending(app: Core, userId: string, kind: ContactKind, contact: string): Promise<boolean> {
  const query = app.db.updateTable('users').where('id', '=', userId).where('state', '=', 'active')
  const row = await (
    kind === 'mail'
      ? query
          .set({
            mail: contact,
            pending_mail: null,
            mail_proved_at: sql`app_now()`,
            mail_taken_at: null,
            taken_mail: null,
          })
          .where('pending_mail', '=', contact)
      : query
          .set({ phone: contact, pending_phone: null, phone_proved_at: sql`app_now()`, phone_taken_at: null })
          .where('pending_phone', '=', contact)
  )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a phone wait for its code in an account that has none and waits for none. */
export async function offerPhone(app: Tx, userId: string, phone: string): Promise<void> {
  await app.db
    .updateTable('users')
    .set({ pending_phone: phone })
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .where('phone', 'is', null)
    .where('pending_phone', 'is', null)
    .execute()
}

/** Puts the pending phone in place of the present one, unproved; false when it, or the proved mail, is another by now. */
export async function takePendingUnproved(
  app: Core,
  userId: string,
  { phone, mail }: { phone: string; mail: string },
): Promise<boolean> {
  const row = await app.db
    .updateTable('users')
    .set({ phone, pending_phone: null, phone_proved_at: null, phone_taken_at: null })
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .where('pending_phone', '=', phone)
    .where('mail', '=', mail)
    .where('mail_proved_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes a contact from everybody else who gave it and did not prove it; gives who they are. A person who proved it
 * keeps it: the unique index enforces that. No account loses its last way to sign in: a mail stays, unproved, where there is neither
 * a phone nor Google, and comes back where the phone is taken after it.
 */
export async function freeContact(
  app: Core,
  kind: ContactKind,
  { contact, takerId }: { contact: string; takerId: string },
): Promise<FreedHolder[]> {
  const rows = await app.db
    .updateTable('users')
    .set(
      kind === 'mail'
        ? { mail: null, mail_taken_at: sql`app_now()`, taken_mail: contact }
        : { phone: null, phone_taken_at: sql`app_now()`, mail: sql`coalesce(mail, taken_mail)`, taken_mail: null },
    )
    .$if(kind === 'mail', (query) =>
      query.where(
        sql<boolean>`(phone is not null or exists (select from user_identities i where i.user_id = users.id))`,
      ),
    )
    .where(kind, '=', contact)
    .where(`${kind}_proved_at`, 'is', null)
    .where('state', 'in', ['active', 'blocked'])
    .where('id', '<>', takerId)
    .returning(['id', 'phone', 'mail'])
    .returning([sql<boolean>`phone_proved_at is not null`.as('isPhoneProved')])
    .returning([sql<boolean>`mail_proved_at is not null`.as('isMailProved')])
    .execute()
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** The previous holder of a contact, and what they have left. */
export interface FreedHolder {
  readonly id: string
  readonly phone: string | null
  readonly mail: string | null
  readonly isPhoneProved: boolean
  readonly isMailProved: boolean
}

/**
 * Takes what waits for a contact out of the way, and gives the accounts that held it: they are no longer found by it. Of an
 * activation and this at the same moment one finds it pending.
 */
export async function detachPendingAccounts(
  app: Core,
  kind: ContactKind,
  contact: string,
  joinedTo: string,
): Promise<{ id: string; hadBoth: boolean }[]> {
  const rows = await app.db
    .with('waiting', (db) =>
      db
        .selectFrom('users')
        .select(['id', 'mail'])
        .where(kind, '=', contact)
        .where('state', '=', 'pending')
        // What refers to the row may be written meanwhile: an order of it is being confirmed.
        .forNoKeyUpdate(),
    )
    .updateTable('users as u')
    .from('waiting as w')
    .set({ state: 'deleted', mail: null, phone: null, name: 'Cuenta reunida', joined_to: joinedTo })
    .set({ birth_date: null, guest_key: null })
    .whereRef('u.id', '=', 'w.id')
    .where('u.state', '=', 'pending')
    .returning(['u.id', 'w.mail'])
    .execute()
  for (const { id } of rows) await app.db.deleteFrom('user_roles').where('user_id', '=', id).execute()
  return rows.map(({ id, mail }) => ({ id, hadBoth: mail !== null }))
}

/**
 * Notes that the person's mail was proved by a link that resets the password. Where that is its first proof, the person who had the
 * account before may have been another: what they proved counts no more, nor do their Google accounts; the phone stays a
 * name to sign in with. What new contacts were to be is forgotten.
 */
export async function proveByReset(app: Core, userId: string): Promise<void> {
  const row = await app.db
    .selectFrom('users')
    .select(sql<boolean>`mail_proved_at is null`.as('isFirst'))
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('users')
    .set({ mail_proved_at: sql`app_now()`, pending_mail: null, pending_phone: null })
    .$if(row.isFirst, (query) => query.set({ phone_proved_at: null }))
    .where('id', '=', userId)
    .execute()
  if (row.isFirst) await app.db.deleteFrom('user_identities').where('user_id', '=', userId).execute()
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
