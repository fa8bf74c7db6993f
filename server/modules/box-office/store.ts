/** The only SQL that writes issuances. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { insertRow, type RowFields } from '#server/db/rows.ts'
import type { Closing } from '#server/person-part.ts'

export function insertIssuance(app: Core, issuance: RowFields<'issuances'>): Promise<void> {
  return insertRow(app.db, 'issuances', issuance)
}

/** Forgets how organizers and promoters wrote the name and contacts of a person to whom they gave or sold. Accounts are closed rarely: it reads the table. */
export async function forgetRecipient(app: Core, { userId, person }: Closing): Promise<void> {
  await app.db
    .updateTable('issuances')
    .set({ recipient_name: null, recipient_mail: null, recipient_phone: null })
    .where((eb) =>
      eb.or([
        eb('recipient_mail', '=', sql<string>`any (${person.provedMails}::text[])`),
        eb('recipient_phone', '=', sql<string>`any (${person.phones}::text[])`),
        eb('id', 'in', eb.selectFrom('tickets as t').select('t.issuance_id').where('t.holder_id', '=', userId)),
      ]),
    )
    .execute()
}
