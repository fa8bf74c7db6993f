/** Reads about whose a phone or mail is. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import type { PhoneHolders } from './phone-status.ts'
import type { ContactKind } from './store.ts'

/**
 * The person of a phone (E.164) and a mail (lower case): who proved the phone, else who proved the mail, blocked people too;
 * never who only says that it is theirs. Everybody who asks whose a contact is asks here. Inside a transaction their row is
 * held until its end: an account is closed before something is given to it or after, never meanwhile.
 */
export async function findPerson(
  app: Core,
  { phone, mail }: { phone: string | null; mail: string | null },
): Promise<{ id: string; name: string; state: string } | undefined> {
  const provedBy = (kind: ContactKind, contact: string) =>
    app.db
      .selectFrom('users')
      .select(['id', 'name', 'state'])
      .where(kind, '=', contact)
      .where(`${kind}_proved_at`, 'is not', null)
      .where('state', 'in', ['active', 'blocked'])
      .$if(app.db.isTransaction, (query) => query.forShare())
      .executeTakeFirst()
  const byPhone = phone === null ? undefined : await provedBy('phone', phone)
  return byPhone ?? (mail === null ? undefined : provedBy('mail', mail))
}

/** The pending account that others made for exactly this phone and mail, held until the transaction ends; never a buyer's without a session. */
export async function findWaiting(
  app: Core,
  { phone, mail }: { phone: string; mail: string | null },
): Promise<{ id: string } | undefined> {
  return app.db
    .selectFrom('users')
    .select('id')
    .where('state', '=', 'pending')
    .where('phone', '=', phone)
    .where('mail', mail === null ? 'is' : '=', mail)
    .where('guest_key', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/**
 * The account that signs in with a phone (E.164), other than `self`, and whether something waits for it; `phoneStatus` judges it. What was
 * bought with it without a session does not count: anyone may have typed it.
 */
export async function findPhoneHolders(app: Core, phone: string, self: string | null): Promise<PhoneHolders> {
  const signsIn = await app.db
    .selectFrom('users')
    .select(['id'])
    .select([sql<boolean>`phone_proved_at is not null`.as('isPhoneProved')])
    .select([sql<boolean>`mail_proved_at is not null`.as('isMailProved')])
    .where('phone', '=', phone)
    .where('state', 'in', ['active', 'blocked'])
    .$if(self !== null, (query) => query.where('id', '<>', self ?? ''))
    .executeTakeFirst()
  const waiting = await app.db
    .selectFrom('users')
    .select(['id', 'mail'])
    .where('phone', '=', phone)
    .where('state', '=', 'pending')
    .where('guest_key', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return { signsIn, waiting }
}

/** Most accounts that one request may send links to, all in one mail. */
const MOST_RESETS = 50

/**
 * The accounts that a forgotten password of this mail may refer to (lower case): the account that proved it, then those that carry it
 * unproved, at most fifty, those that paid for something first (which costs a person who wants to hide them), then by their last sign-in;
 * and, of what waits for it to be activated, the last.
 */
export async function findForReset(app: App, mail: string): Promise<{ active: string[]; waiting: string | undefined }> {
  const of = (state: 'active' | 'pending') =>
    app.db.selectFrom('users').select('id').where('mail', '=', mail).where('state', '=', state)
  const active = await of('active')
    .orderBy(sql`mail_proved_at is not null`, 'desc')
    .orderBy(
      sql`exists (select from orders o where o.buyer_id = users.id and o.total_cents > 0 and checkout_has_paid(o.state))`,
      'desc',
    )
    .orderBy(sql`(select max(s.created_at) from sessions s where s.user_id = users.id) desc nulls last`)
    .limit(MOST_RESETS)
    .execute()
  const waiting = await of('pending').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return { active: active.map(({ id }) => id), waiting: waiting?.id }
}

/** Whether a pending account is that of a buyer without a session. */
export async function isGuest(app: Core, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('state', '=', 'pending')
    .where('guest_key', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another account proved this phone (E.164) or mail (lower case). */
export async function isProvedByOthers(app: Core, kind: ContactKind, contact: string, self: string): Promise<boolean> {
  const owner = await findPerson(app, { phone: null, mail: null, [kind]: contact })
  return owner !== undefined && owner.id !== self
}

/** The person's mail, if they proved it. */
export async function findProvedMail(app: App, userId: string): Promise<string | null> {
  const row = await app.db
    .selectFrom('users')
    .select('mail')
    .where('id', '=', userId)
    .where('mail_proved_at', 'is not', null)
    .executeTakeFirst()
  return row?.mail ?? null
}

/** Whether the person proved a phone or a mail; where WhatsApp is off only mails can be. */
export async function hasProvedContact(app: Core, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`accounts_has_verified_contact(mail_proved_at, phone_proved_at)`)
    .executeTakeFirst()
  return row !== undefined
}
