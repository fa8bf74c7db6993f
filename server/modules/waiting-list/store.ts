/** The only SQL that writes the waiting list, beside the functions `waiting_list_*` of the database. All of it under the stock of the event. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import type { WaitingFacts } from './offers.ts'

/** Locks the stock of an event, and with it its line, and gives the facts about both; null when there is no such event. */
export async function lockLine(app: Core, eventId: string, most: number): Promise<WaitingFacts | null> {
  const { rows } = await sql<WaitingFacts>`select * from waiting_list_lock(${eventId}::uuid, ${most})`.execute(app.db)
  const [facts] = rows
  return facts?.event ? facts : null
}

export interface LineChanges {
  readonly eventId: string
  readonly atMs: number
  readonly ended?: readonly { readonly id: string; readonly state: 'lapsed' | 'closed' | 'left' }[]
  readonly offered?: readonly { readonly id: string; readonly places: number }[]
  readonly untilMs?: number
}

/** Ends entries and makes offers, with what that changes of stock. */
export async function changeLine(app: Core, changes: LineChanges): Promise<void> {
  const { eventId, atMs, ended = [], offered = [], untilMs = atMs } = changes
  if (ended.length + offered.length === 0) return
  await sql`select waiting_list_write(${eventId}::uuid, ${atMs}, ${ended.map(({ id }) => id)}::uuid[],
    ${ended.map(({ state }) => state)}::text[], ${offered.map(({ id }) => id)}::uuid[],
    ${offered.map(({ places }) => places)}::int[], ${untilMs})`.execute(app.db)
}

/** Puts somebody at the end of a type's line. */
export async function insertEntry(
  app: Core,
  entry: { id: string; eventId: string; typeId: string; personId: string; quantity: number },
): Promise<void> {
  await app.db
    .insertInto('waiting_list_entries')
    .values({
      id: entry.id,
      event_id: entry.eventId,
      type_id: entry.typeId,
      person_id: entry.personId,
      quantity: entry.quantity,
    })
    .execute()
  await sql`select stock_wait(array[${entry.eventId}]::uuid[], array[${entry.typeId}]::uuid[], array[${entry.quantity}::int], array[0])`.execute(
    app.db,
  )
}
