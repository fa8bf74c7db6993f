/** Reads of contact messages. */
import type { App } from '#server/context.ts'

/** A message that has not left yet, with whether its sender was signed in; undefined when it has, or never was. */
export function findUnsentContact(app: App, id: string) {
  return app.db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'mail', 'topic', 'message', 'user_id as userId', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
}
