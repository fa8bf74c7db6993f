/** Writes of the addresses that public events have and had. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { eventSlug } from './event-slug.ts'

/**
 * Gives a published event the address of its present name and city, and keeps the ones before, which lead to it for ever. Private
 * events and drafts get none. The caller holds the event's lock.
 */
export async function refreshSlug(app: Core, eventId: string): Promise<void> {
  const event = await app.db
    .selectFrom('events')
    .select(['name', 'city', 'slug'])
    .where('id', '=', eventId)
    .where('is_private', '=', false)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (!event) return
  const base = eventSlug(event.name, event.city)
  const slug = `${base}-${(await findNumber(app, eventId, base)) ?? (await takeNumber(app, eventId, base))}`
  if (slug !== event.slug) await app.db.updateTable('events').set({ slug }).where('id', '=', eventId).execute()
}

async function findNumber(app: Core, eventId: string, base: string): Promise<number | undefined> {
  const own = await app.db
    .selectFrom('event_slugs')
    .select('number')
    .where('base', '=', base)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return own?.number
}

/** The next number of this name. Another event that takes it at the same moment is waited for, and the one after it is tried. */
async function takeNumber(app: Core, eventId: string, base: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ number: number }>`
      insert into event_slugs (base, number, event_id)
      select ${base}, coalesce(max(number), 0) + 1, ${eventId}::uuid from event_slugs where base = ${base}
          on conflict do nothing returning number`.execute(app.db)
    const [taken] = rows
    if (taken) return taken.number
  }
}
