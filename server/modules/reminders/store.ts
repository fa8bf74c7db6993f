/** The only SQL that writes reminders. */
import { sql } from 'kysely'
import type { ReminderKind } from '#contract/events/reminders.ts'
import type { Tx } from '#server/context.ts'
import { insertRow, type RowFields } from '#server/db/rows.ts'
import { audienceOf, today } from './queries.ts'

export function insertSend(app: Tx, send: RowFields<'reminder_sends'>): Promise<void> {
  return insertRow(app.db, 'reminder_sends', send)
}

interface Reminded {
  readonly kind: ReminderKind
  readonly name: string
}

/** Adds a reminder for each person who got none today. Two events at the same moment cannot both reach a person. */
export async function insertReminders(app: Tx, sendId: string, eventId: string): Promise<Reminded[]> {
  const { rows } = await sql<Reminded>`
    with audience as (${audienceOf(eventId)}),
         made as (
           insert into reminders (id, send_id, user_id, day, kind, order_id)
           select gen_random_uuid(), ${sendId}::uuid, user_id, ${today}, kind, order_id from audience
           on conflict (user_id, day) do nothing returning user_id)
    select a.kind, a.name from audience a join made m on m.user_id = a.user_id`.execute(app.db)
  return rows
}

/** Takes up to `limit` reminders of a send whose messages were not enqueued yet. */
export async function takeUnqueued(app: Tx, sendId: string, limit: number) {
  const { rows } = await sql<{ id: string; kind: ReminderKind }>`
    update reminders set is_queued = true
     where id in (select id from reminders where send_id = ${sendId}::uuid and not is_queued limit ${limit} for update skip locked)
    returning id, kind`.execute(app.db)
  return rows
}
