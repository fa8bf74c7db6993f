/** Names of an event's team, as one who manages the event may see them (rule R6.9). */
import { sql, type RawBuilder } from 'kysely'
import { maskName } from '#contract/values/phone.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'

export interface StaffName {
  readonly name: string | null
  /** What the event's people called them when they put them on the team. */
  readonly givenName: string | null
}

/** A member of a team: a phone must not turn into a name. */
export function staffNameFor(actor: Actor, { name, givenName }: StaffName): string | null {
  if (name === null || isAdministrator(actor)) return name
  return givenName ?? maskName(name)
}

/** What the team of the event calls a person; both are SQL references. */
export function givenNameOf(userId: RawBuilder<unknown>, eventId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    select min(s.given_name) from event_staff s where s.user_id = ${userId} and s.event_id = ${eventId})`
}
