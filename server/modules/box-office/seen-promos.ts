/** Whose work as a promoter a caller sees: their own, and all of the events that they run. */
import { sql, type RawBuilder } from 'kysely'
import { assignedTo, reachOf, rowsWithin } from '#server/modules/events/reach.ts'
import type { Actor } from '#server/shared/actor.ts'

interface Asked {
  readonly eventId?: string | undefined
  readonly rrppId?: string | undefined
}

/** A condition over promos (alias `p`) and their events (alias `e`). Where one no longer promotes, the past is not seen either. */
export function seenPromos(actor: Actor, { eventId, rrppId }: Asked): RawBuilder<boolean> {
  const own = sql`p.promoter_id = ${actor.userId}::uuid and ${rowsWithin({ ...assignedTo(actor), isAll: false })}`
  const conditions = [sql`(${rowsWithin(reachOf(actor, []))} or ${own})`]
  if (eventId !== undefined) conditions.push(sql`e.id = ${eventId}::uuid`)
  if (rrppId !== undefined) conditions.push(sql`p.promoter_id = ${rrppId}::uuid`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
