/** Reads of reminders: events of tomorrow, and their holders. */
import { sql, type RawBuilder } from 'kysely'
import { localToday } from '#server/db/local-day.ts'
import type { App } from '#server/context.ts'
import { nightOf } from '#server/modules/events/night.ts'

export interface EventToRemind {
  readonly eventId: string
  readonly night: string
}

/** Active events of tomorrow, with a ticket that opens the door, whose reminder was not made. */
export async function listEventsToRemind(app: App, limit: number): Promise<EventToRemind[]> {
  const night = nightOf(sql`e.starts_at`)
  const { rows } = await sql<EventToRemind>`
    select e.id as "eventId", ${night}::text as night
      from events e
     where e.state = 'active' and e.starts_at between app_now() and app_now() + interval '3 days'
       and ${night} = ${localToday} + 1
       and exists (select from tickets t where t.event_id = e.id and t.state = 'valid')
       and not exists (select from event_notices n
                        where n.event_id = e.id and n.kind = 'reminder' and n.night = ${night})
     order by e.starts_at, e.id limit ${limit}`.execute(app.db)
  return rows
}

/**
 * Holders of tickets that open the door, without those whom another event's reminder of this night reaches: it has all their tickets.
 * People who bought within a day have just got theirs. A row each, `user_id`.
 */
export function reminderAudience({ eventId, night }: EventToRemind): RawBuilder<unknown> {
  return sql`
    select distinct t.holder_id as user_id
      from tickets t join users u on u.id = t.holder_id and u.state <> 'deleted'
     where t.event_id = ${eventId}::uuid and t.state = 'valid' and t.created_at < app_now() - interval '1 day'
       and not exists (select from notice_deliveries d join event_notices n on n.id = d.notice_id
                        where d.user_id = t.holder_id and n.kind = 'reminder' and n.night = ${night}::date)`
}
