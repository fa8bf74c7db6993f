/** The SQL that takes a person out of their account. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import type { ClosedPerson } from '#server/person-part.ts'

const CLOSED_NAME = 'Cuenta eliminada'

/** Locks an account that is not closed yet, and gives who it is of. */
export async function lockPerson(app: Core, userId: string): Promise<ClosedPerson | null> {
  const row = await app.db
    .selectFrom('users')
    .select(['name', 'mail', 'pending_mail', 'phone', 'pending_phone', 'profile_image_id as imageId', 'mail_proved_at'])
    .where('id', '=', userId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const identities = await app.db.selectFrom('user_identities').select('mail').where('user_id', '=', userId).execute()
  const googles = identities.map(({ mail }) => mail.toLowerCase())
  const known = (contacts: readonly (string | null)[]) => [...new Set(contacts.filter((each) => each !== null))]
  return {
    name: row.name,
    mail: row.mail,
    mails: known([row.mail, row.pending_mail, ...googles]),
    provedMails: known([row.mail_proved_at && row.mail, ...googles]),
    phones: known([row.phone, row.pending_phone]),
    imageId: row.imageId,
  }
}

/** Removes everything that signs a person in or identifies them. The row stays: orders and tickets are of it. */
export async function deletePerson(app: Core, userId: string): Promise<void> {
  const { db } = app
  await db
    .updateTable('users')
    .set({
      state: 'deleted',
      name: CLOSED_NAME,
      mail: null,
      phone: null,
      pending_mail: null,
      pending_phone: null,
      password_hash: null,
      gender: 'Prefiero no decir',
      birth_date: null,
      accepts_advertising: false,
      is_private_profile: true,
      profile_image_id: null,
      is_god_admin: false,
      is_admin: false,
      permission: null,
      mail_proved_at: null,
      phone_proved_at: null,
      mail_taken_at: null,
      taken_mail: null,
      phone_taken_at: null,
    })
    .where('id', '=', userId)
    .execute()
  // Also those that they opened on others' accounts: the address and the device are theirs.
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`coalesce(ended_at, app_now())`, device: null, ip: null, agent: null })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('impersonator_id', '=', userId)]))
    .execute()
  await sql`
    delete from google_steps g using sessions s
     where g.session_id = s.id and s.user_id = ${userId}::uuid`.execute(db)
  for (const table of ['user_roles', 'user_identities', 'account_links', 'contact_codes'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
