/** Writes of the waitlist, all under the lock of the event's stock; the SQL functions `waiting_list_*` write it too. */
import { sql } from 'kysely'
import type { Core, Tx } from '#server/context.ts'
import { insertRow } from '#server/db/rows.ts'
import type { WaitingFacts } from './offers.ts'

/** Locks the stock and the waitlist of an event and gives their facts; null when there is no such event. */
export async function lockWaitlist(app: Core, eventId: string, most: number): Promise<WaitingFacts | null> {
  const { rows } = await sql<WaitingFacts>`select * from waiting_list_lock(${eventId}::uuid, ${most})`.execute(app.db)
  const [facts] = rows
  return facts?.event ? facts : null
}

export interface WaitlistChanges {
  readonly eventId: string
  readonly atMs: number
  readonly ended?: readonly { readonly id: string; readonly state: 'lapsed' | 'closed' | 'left' }[]
  readonly offered?: readonly { readonly id: string; readonly places: number }[]
  readonly untilMs?: number
}

/** Ends entries and makes offers, with what that changes of stock. */
export async function changeWaitlist(app: Core, changes: WaitlistChanges): Promise<void> {
  const { eventId, atMs, ended = [], offered = [], untilMs = atMs } = changes
  if (ended.length + offered.length === 0) return
  await sql`select waiting_list_write(${eventId}::uuid, ${atMs}, ${ended.map(({ id }) => id)}::uuid[],
    ${ended.map(({ state }) => state)}::text[], ${offered.map(({ id }) => id)}::uuid[],
    ${offered.map(({ places }) => places)}::int[], ${untilMs})`.execute(app.db)
}

/**
 * Marks ended entries of a closed waitlist whose people get a notice (rule R19.6); people who bought what they were offered
 * get none.
 */
export async function markNoticePending(app: Tx, entryIds: readonly string[]): Promise<void> {
  if (entryIds.length === 0) return
  await sql`
    update waiting_list_entries w set is_notice_pending = true
     where w.id = any (${entryIds}::uuid[])
       and not (exists (select from waiting_list_entries o
                         where o.person_id = w.person_id and o.event_id = w.event_id and o.state = 'taken')
                and exists (select from buyer_counters b
                             where b.event_id = w.event_id and b.buyer_id = w.person_id and b.taken > 0))`.execute(
    app.db,
  )
}

/** Claims the marked entries of up to `most` people of an event; the same transaction must notify them. */
export async function claimPendingNotices(app: Tx, eventId: string, most: number): Promise<{ entryIds: string[] }[]> {
  const { rows } = await sql<{ entryIds: string[] }>`
    with claimed as (
      update waiting_list_entries w set is_notice_pending = false
       where w.event_id = ${eventId}::uuid and w.is_notice_pending
         and w.person_id in (select o.person_id from waiting_list_entries o
                              where o.event_id = ${eventId}::uuid and o.is_notice_pending group by o.person_id limit ${most})
      returning w.id, w.person_id, w.place)
    select array_agg(id order by place) as "entryIds" from claimed group by person_id`.execute(app.db)
  return rows
}

/** Puts a person at the end of a type's waitlist. */
export async function insertEntry(
  app: Core,
  entry: { id: string; eventId: string; typeId: string; personId: string; quantity: number },
): Promise<void> {
  await insertRow(app.db, 'waiting_list_entries', entry)
  await sql`select stock_wait(array[${entry.eventId}]::uuid[], array[${entry.typeId}]::uuid[], array[${entry.quantity}::int], array[0])`.execute(
    app.db,
  )
}
