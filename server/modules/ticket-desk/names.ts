/** Names of people in a ticket's story as an event's managers may see them (rule R6.15). */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { givenNameOf, staffNameFor, type StaffName } from '#server/modules/events/staff/staff-name.ts'
import type { Actor } from '#server/shared/actor.ts'

interface Around {
  readonly eventId: string
  readonly companyId: string
  /** Names of people on the ticket, by id, as the caller sees them there. */
  readonly known: ReadonlyMap<string, string>
}

/** Names of people in a ticket's story, by id; null for administrators of the platform. */
export async function listNames(
  app: Core,
  actor: Actor,
  ids: readonly string[],
  { eventId, companyId, known }: Around,
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<StaffName & { id: string; isTeam: boolean; isMember: boolean }>`
    select u.id, u.name, u.is_god_admin or u.is_admin as "isTeam",
           ${givenNameOf(sql`u.id`, sql`${eventId}::uuid`)} as "givenName",
           exists (select from company_members m where m.user_id = u.id and m.company_id = ${companyId}::uuid) as "isMember"
      from users u where u.id = any (${[...new Set(ids)]}::uuid[])`.execute(app.db)
  return new Map(
    rows.map(({ id, isTeam, isMember, ...row }) => {
      if (isTeam) return [id, null]
      return [id, isMember ? row.name : (known.get(id) ?? staffNameFor(actor, row))]
    }),
  )
}
