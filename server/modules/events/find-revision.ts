import { sql } from 'kysely'
import type { App } from '#server/context.ts'

export interface Revision {
  /** Grows with each move and with the cancellation. */
  readonly sequence: number
  readonly changedAt: string
  /** The start before the last move to another one; null without any. */
  readonly previousStart: string | null
}

/** What copies of an event in calendars and search engines say of its changes. */
export async function findRevision(app: App, eventId: string): Promise<Revision> {
  const { rows } = await sql<Revision>`
    select (count(c.id) + count(distinct e.cancelled_at))::int as sequence,
           greatest(e.created_at, e.published_at, e.cancelled_at, max(c.changed_at)) as "changedAt",
           (array_agg(c.before ->> 'startsAt' order by c.changed_at desc)
             filter (where c.before ->> 'startsAt' is distinct from c.after ->> 'startsAt'))[1] as "previousStart"
      from events e left join event_changes c on c.event_id = e.id
     where e.id = ${eventId} group by e.id`.execute(app.db)
  const [revision] = rows
  if (!revision) throw new Error(`The event ${eventId} is gone`)
  return revision
}
