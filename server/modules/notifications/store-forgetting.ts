/** The SQL that forgets whom messages were sent to. */
import { sql } from 'kysely'
import type { App } from '#server/context.ts'

/** A vendor's refusal may repeat the address. */
export async function forgetDeliveries(app: App, holderId: string): Promise<void> {
  await sql`
    update deliveries d set last_error = null, provider_message_id = null
      from tickets t
     where t.holder_id = ${holderId}::uuid and d.ticket_id = t.id
       and (d.last_error is not null or d.provider_message_id is not null)`.execute(app.db)
}

export async function forgetInbox(app: App, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await app.db
    .deleteFrom('dev_inbox')
    .where('recipient', 'in', [...addresses])
    .execute()
}
