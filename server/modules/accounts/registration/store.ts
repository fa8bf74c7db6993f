/** The SQL that writes new people, and the codes of those who register. */
import { sql } from 'kysely'
import type { Gender } from '#contract/accounts/accounts.ts'
import type { App, Core } from '#server/context.ts'
import { insertRow } from '#server/db/rows.ts'
import type { ContactKind } from '../contact/store.ts'

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
  /** Contacts verified before the account exists. */
  readonly proved: readonly ContactKind[]
}

/** Adds an active person. Violates a unique index if the phone is already used to sign in, or the mail is already proved. */
export async function insertUser(app: Core, { proved, ...user }: NewUser): Promise<void> {
  await insertRow(app.db, 'users', {
    ...user,
    state: 'active',
    mailProvedAt: proved.includes('mail') ? sql`app_now()` : null,
    phoneProvedAt: proved.includes('phone') ? sql`app_now()` : null,
  })
}

/** Adds a person who has not activated their account; one that waits for this very phone and mail raises the unique index. */
export async function insertPendingUser(
  app: Core,
  user: Pick<NewUser, 'id' | 'name' | 'phone'> & { mail: string | null },
): Promise<void> {
  await insertRow(app.db, 'users', { ...user, state: 'pending', acceptsAdvertising: false })
}

/** Who buys without a session. */
export interface Guest {
  readonly id: string
  readonly name: string
  readonly phone: string
  readonly mail: string
  readonly birthDate: string | null
  readonly key: Buffer
}

/** Finds those that exist with exactly what was typed now, with their ids. */
export async function findGuests(app: App, guests: readonly Guest[]): Promise<Map<Guest, string>> {
  const { rows } = await sql<{ n: number; id: string }>`
    select g.n::int - 1 as n, u.id from unnest(${guests.map(({ phone }) => phone)}::text[], ${guests.map(({ mail }) => mail)}::text[],
                    ${guests.map(({ key }) => key)}::bytea[], ${guests.map(({ name }) => name)}::text[],
                    ${guests.map(({ birthDate }) => birthDate)}::date[]) with ordinality g (phone, mail, key, name, birth_date, n)
      join users u on u.phone = g.phone and u.mail = g.mail and u.guest_key = g.key and u.state = 'pending'
     where u.name = g.name and coalesce(g.birth_date, u.birth_date) is not distinct from u.birth_date`.execute(app.db)
  return new Map(rows.flatMap(({ n, id }) => (guests[n] ? [[guests[n], id] as const] : [])))
}

/** Adds the new ones, names all of them as typed now, and returns their ids. */
export async function upsertGuests(app: App, guests: readonly Guest[]): Promise<Map<Guest, string>> {
  if (guests.length === 0) return new Map()
  const { rows } = await sql<{ id: string }>`
    with named as (
      insert into users as u (id, name, phone, mail, birth_date, guest_key, state, accepts_advertising)
      select g.*, 'pending', false
        from unnest(${guests.map(({ id }) => id)}::uuid[], ${guests.map(({ name }) => name)}::text[],
                    ${guests.map(({ phone }) => phone)}::text[], ${guests.map(({ mail }) => mail)}::text[],
                    ${guests.map(({ birthDate }) => birthDate)}::date[], ${guests.map(({ key }) => key)}::bytea[]) g
       order by 3, 4, 6
      on conflict (phone, mail, guest_key) where state = 'pending' do update
         set name = excluded.name, birth_date = coalesce(excluded.birth_date, u.birth_date)
      returning u.id, u.phone, u.mail, u.guest_key)
    select n.id
      from unnest(${guests.map(({ phone }) => phone)}::text[], ${guests.map(({ mail }) => mail)}::text[],
                  ${guests.map(({ key }) => key)}::bytea[]) with ordinality g (phone, mail, key, n)
      join named n on n.phone = g.phone and n.mail = g.mail and n.guest_key = g.key
     order by g.n`.execute(app.db)
  return new Map(rows.flatMap(({ id }, n) => (guests[n] ? [[guests[n], id] as const] : [])))
}

/** Erases what buyers without a session typed, of accounts that are still pending. Returns their ids; no order joins them any more. */
export async function eraseGuests(app: Core, ids: readonly string[]): Promise<string[]> {
  const rows = await app.db
    .updateTable('users')
    .set({ state: 'deleted', name: 'Compra sin pagar', phone: null, mail: null, birth_date: null, guest_key: null })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .where('guest_key', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Makes a pending person active, the contact that their link went to proved; false when they are not pending any more. The
 * person who made the account wrote both, and may have mistyped what was not proved: a mail waits for its code, because it resets the
 * password; a phone is forgotten, because it would be the only name to sign in with. They are asked for theirs.
 */
export async function activateUser(
  app: Core,
  { userId, passwordHash, proved }: { userId: string; passwordHash: string; proved: ContactKind },
): Promise<boolean> {
  const row = await app.db
    .updateTable('users as u')
    .set({ state: 'active', password_hash: passwordHash, terms_accepted_at: sql`app_now()` })
    // A birth date that was typed at a checkout may be anybody's.
    .set({ guest_key: null, birth_date: sql`case when u.guest_key is null then u.birth_date end` })
    .set(
      proved === 'mail'
        ? {
            mail_proved_at: sql`app_now()`,
            phone: null,
            // What a buyer typed waits for its code; what others wrote for a person is not theirs until they say so.
            pending_phone: sql`case when u.guest_key is not null then u.phone end`,
          }
        : { phone_proved_at: sql`app_now()`, mail: null, pending_mail: sql`u.mail` },
    )
    .where('u.id', '=', userId)
    .where('u.state', '=', 'pending')
    .returning('u.id')
    .executeTakeFirst()
  return row !== undefined
}

export interface RegistrationCode {
  readonly contact: string
  readonly device: Buffer
  readonly codeMac: Buffer
}

/** Stores a registration code; replaces the one that the same device requested before and resets its attempts. */
export async function replaceRegistrationCode(
  app: App,
  { contact, device, codeMac, expiresInSeconds }: RegistrationCode & { expiresInSeconds: number },
): Promise<void> {
  await sql`
    insert into registration_codes (contact, device, code_mac, expires_at)
    values (${contact}, ${device}, ${codeMac}, app_now() + make_interval(secs => ${expiresInSeconds}))
    on conflict (contact, device) do update
      set code_mac = excluded.code_mac, expires_at = excluded.expires_at, tries = 0`.execute(app.db)
}

/** Counts a try before it is judged; undefined when there is no code or no try left. */
export async function countRegistrationTry(
  app: App,
  { contact, device }: Pick<RegistrationCode, 'contact' | 'device'>,
  maxTries: number,
) {
  return app.db
    .updateTable('registration_codes')
    .set({ tries: sql`tries + 1` })
    .where('contact', '=', contact)
    .where('device', '=', device)
    .where('expires_at', '>', sql<string>`app_now()`)
    .where('tries', '<', maxTries)
    .returning(['code_mac as codeMac', 'tries'])
    .executeTakeFirst()
}

/** Uses it up; false when it was used, or another took its place. */
export async function spendRegistrationCode(
  app: Core,
  { contact, device, codeMac }: RegistrationCode,
): Promise<boolean> {
  const row = await app.db
    .deleteFrom('registration_codes')
    .where('contact', '=', contact)
    .where('device', '=', device)
    .where('code_mac', '=', codeMac)
    .returning('contact')
    .executeTakeFirst()
  return row !== undefined
}
