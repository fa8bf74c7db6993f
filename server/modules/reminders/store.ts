/** The only SQL that writes reminders. */
import { sql } from 'kysely'
import type { ReminderKind } from '#contract/events/reminders.ts'
import type { Tx } from '#server/context.ts'
import { localToday } from '#server/db/local-day.ts'
import { insertRow, type RowFields } from '#server/db/rows.ts'
import { audienceOf } from './queries.ts'

export function insertSend(app: Tx, send: RowFields<'reminder_sends'>): Promise<void> {
  return insertRow(app.db, 'reminder_sends', send)
}

/** Adds a reminder for each person who got none today. One send at a time, so that two events cannot both reach a person's accounts. */
export async function insertReminders(app: Tx, sendId: string, eventId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reminders', 23))`.execute(app.db)
  await sql`
    insert into reminders (id, send_id, user_id, day, kind, order_id)
    select gen_random_uuid(), ${sendId}::uuid, a.user_id, ${localToday}, a.kind, a.order_id from (${audienceOf(eventId)}) a
    on conflict (user_id, day) do nothing`.execute(app.db)
}

/** Takes up to `limit` reminders of a send whose messages were not enqueued yet. */
export async function takeUnqueued(app: Tx, sendId: string, limit: number) {
  const { rows } = await sql<{ id: string; kind: ReminderKind }>`
    update reminders set is_queued = true
     where id in (select id from reminders where send_id = ${sendId}::uuid and not is_queued limit ${limit} for update skip locked)
    returning id, kind`.execute(app.db)
  return rows
}
