/** Who takes part in a raffle. */
import { sql, type RawBuilder } from 'kysely'
import type { RaffleEntrants } from '#contract/events/raffles.ts'
import type { Core } from '#server/context.ts'

/** Tickets that were not refunded or cancelled; `expired` ones were valid until the event ended. */
const TICKET_STATES: Readonly<Record<RaffleEntrants, readonly string[]>> = {
  holders: ['valid', 'used', 'expired'],
  checked_in: ['used'],
  opt_in: [],
}

interface OfEvent {
  readonly eventId: string
  readonly entrants: RaffleEntrants
}

/** Accounts that take part by their ticket, without the event's company and staff. */
export function peopleWithTicket({ eventId, entrants }: OfEvent): RawBuilder<{ person_id: string }> {
  return sql`
    select distinct t.holder_id as person_id
      from tickets t join users u on u.id = t.holder_id
     where t.event_id = ${eventId}::uuid and t.state = any(${TICKET_STATES[entrants]}::text[])
       and u.state in ('active', 'pending') and not ${isOfEvent(sql`u`, eventId)}`
}

/** Whether a user (alias) is a person of the event's company or staff, by any of their accounts: they take part in none of its raffles. */
export function isOfEvent(user: RawBuilder<unknown>, eventId: string): RawBuilder<boolean> {
  const team = sql`
    select s.user_id from event_staff s where s.event_id = ${eventId}::uuid
    union select m.user_id from company_members m join events e on e.company_id = m.company_id where e.id = ${eventId}::uuid`
  return sql<boolean>`(
    ${user}.id in (${team})
    or accounts_person_contacts(${user}) && (select coalesce(array_agg(c.contact), '{}')
                                        from users k cross join unnest(accounts_person_contacts(k)) c (contact) where k.id in (${team})))`
}

export async function mayEnterByTicket(app: Core, of: OfEvent, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from (${peopleWithTicket(of)}) p where p.person_id = ${personId}::uuid) as found`.execute(
    app.db,
  )
  return rows[0]?.found === true
}

/** Facts that decide whether a person may enter. */
export async function findEntering(app: Core, eventId: string, personId: string) {
  return app.db
    .selectFrom('users as u')
    .select(sql<boolean>`accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at)`.as('isProved'))
    .select(isOfEvent(sql`u`, eventId).as('isOfEvent'))
    .where('u.id', '=', personId)
    .executeTakeFirstOrThrow()
}
