/** The only SQL that writes raffles and their entries. */
import { sql } from 'kysely'
import { MAX_RAFFLES, type RaffleState } from '#contract/events/raffles.ts'
import type { App, Core, Tx } from '#server/context.ts'
import { insertRow, updateRows, type RowFields } from '#server/db/rows.ts'
import { onePerPerson } from '#server/modules/accounts/contact/same-person.ts'
import { Failure } from '#server/shared/failure.ts'
import { isOfEvent, peopleWithTicket } from './entrants.ts'
import { readCodes } from './queries.ts'

/** Adds a draft. The caller holds the event. Throws `too_many_raffles`. */
export async function insertRaffle(app: Core, raffle: RowFields<'raffles'>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from raffles where event_id = ${raffle.eventId}`.execute(app.db)
  if ((rows[0]?.count ?? 0) >= MAX_RAFFLES) throw new Failure('too_many_raffles')
  await insertRow(app.db, 'raffles', raffle)
}

/** Locks a raffle until the transaction ends. Throws `raffle_state` unless it is in one of these states. */
export async function lockRaffle(app: Tx, id: string, states: readonly RaffleState[]) {
  const row = await app.db
    .selectFrom('raffles')
    .select(['id', 'event_id as eventId', 'rules', 'entrants', 'state', 'winners', 'alternates'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const state = row?.state as RaffleState | undefined // CHECK on the column
  if (!row || !state || !states.includes(state)) throw new Failure('raffle_state')
  return { ...row, state, entrants: row.entrants as 'holders' | 'checked_in' | 'opt_in' } // CHECK on the column
}

/** Undefined fields keep their value. */
export type RaffleChange = {
  readonly [Name in keyof RowFields<'raffles'>]?: RowFields<'raffles'>[Name] | undefined
}

export async function updateRaffleRow(app: Tx, id: string, set: RaffleChange): Promise<void> {
  await updateRows(app.db, 'raffles', { id }, set as Partial<RowFields<'raffles'>>) // which leaves out what is undefined
}

/** Adds an entry unless the person has one; undefined unless the raffle is open. It stays open until the transaction ends. */
export async function insertEntry(app: Tx, raffleId: string, personId: string) {
  const isOpen = await app.db
    .selectFrom('raffles')
    .select('id')
    .where('id', '=', raffleId)
    .where('state', '=', 'open')
    .forShare()
    .executeTakeFirst()
  if (!isOpen) return undefined
  const { rows } = await sql<{ code: string }>`
    insert into raffle_entries (raffle_id, person_id) values (${raffleId}, ${personId})
    on conflict on constraint raffle_entries_once do nothing returning code`.execute(app.db)
  return { isNew: rows.length > 0 }
}

/**
 * Adds the people who take part by their ticket, one entry for each whatever their accounts, removes those who joined the event's company or
 * staff since, and returns all codes.
 */
export async function freezeEntries(app: Tx, raffle: Awaited<ReturnType<typeof lockRaffle>>): Promise<string[]> {
  await sql`
    delete from raffle_entries n using users u
     where n.raffle_id = ${raffle.id} and u.id = n.person_id and ${isOfEvent(sql`u`, raffle.eventId)}`.execute(app.db)
  const entrants = sql<{ user_id: string; rank: number }>`
    select n.person_id as user_id, 0 as rank from raffle_entries n where n.raffle_id = ${raffle.id} and n.person_id is not null
     union all
    select p.person_id, 1 from (${peopleWithTicket(raffle)}) p`
  await sql`
    with kept as materialized (${onePerPerson(entrants)}),
    gone as (delete from raffle_entries n
              where n.raffle_id = ${raffle.id} and n.person_id is not null and n.person_id not in (select user_id from kept))
    insert into raffle_entries (raffle_id, person_id, by_ticket)
    select ${raffle.id}, k.user_id, true from kept k
    on conflict on constraint raffle_entries_once do nothing`.execute(app.db)
  return readCodes(app, raffle.id)
}

/** Records the codes that were drawn, in their order, with their places. */
export async function recordPlaces(
  app: Tx,
  raffleId: string,
  { order, places }: { order: readonly string[]; places: readonly (number | null)[] },
): Promise<void> {
  await sql`
    update raffle_entries n set draw_order = c.draw_order, place = c.place
      from unnest(${order}::text[], ${places}::int[]) with ordinality c (code, place, draw_order)
     where n.raffle_id = ${raffleId} and n.code = c.code`.execute(app.db)
}

/** Cancels the raffles of a cancelled event that were not published. Waits for entries that are being made. */
export async function cancelRaffles(app: Core, eventId: string): Promise<void> {
  await sql`
    update raffles set state = 'cancelled', cancelled_at = app_now(), seed_sealed = null
     where event_id = ${eventId} and state not in ('published', 'cancelled')`.execute(app.db)
}

/** Forgets a closed account: deletes its entries while the list is open, and keeps only the code where the list is frozen. Idempotent. */
export async function forgetPerson(app: App, personId: string): Promise<void> {
  await sql`
    delete from raffle_entries n using raffles r
     where n.person_id = ${personId} and r.id = n.raffle_id and r.closed_at is null`.execute(app.db)
  await sql`update raffle_entries set person_id = null where person_id = ${personId}`.execute(app.db)
}
