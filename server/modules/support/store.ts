/** The only SQL that writes contact messages. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { insertRow, updateRows, type RowFields } from '#server/db/rows.ts'

export function insertContact(app: Core, contact: RowFields<'contact_messages'>): Promise<void> {
  return insertRow(app.db, 'contact_messages', contact)
}

export async function markSent(app: App, id: string): Promise<void> {
  await updateRows(app.db, 'contact_messages', { id }, { sentAt: sql`app_now()` })
}

/** The columns keep their shape: the text says what became of it. */
export async function eraseContacts(app: App, userId: string, mails: readonly string[]): Promise<void> {
  await app.db
    .updateTable('contact_messages')
    .set({ name: 'Cuenta eliminada', mail: 'eliminada@invalid', message: 'Borrado con la cuenta.', user_id: null })
    .where((eb) => eb.or([eb('user_id', '=', userId), ...(mails.length > 0 ? [eb('mail', 'in', [...mails])] : [])]))
    .execute()
}
