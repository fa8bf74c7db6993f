/** Refunds that failed and still want somebody: one statement over the few that there are. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import { MAX_FAILED_EVENTS, type getFailedRefunds as endpoint } from '#contract/sales/refunds-failed.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { managedBy, rowsWithin } from '#server/modules/events/reach.ts'

/**
 * Whether the refund `r` failed and its money is still to be given back: no later refund of its ticket is open or made, and its
 * payment has not gone back by another way.
 */
export const isFailedStill = sql<boolean>`(
  r.state = 'failed'
  and not exists (select from refunds a where a.ticket_id = r.ticket_id and a.id > r.id and a.state not in ('failed', 'rejected'))
  and not exists (select from payments p where p.id = r.payment_id and p.refunded_cents >= p.amount_cents))`

export async function getFailedRefunds(
  app: App,
  { actor }: Pick<Call<typeof endpoint>, 'actor'>,
): Promise<Answer<typeof endpoint>> {
  const { rows } = await sql<{ id: string; name: string; count: number; all: number }>`
    select e.id, e.name, count(*)::int as count, (sum(count(*)) over ())::int as all
      from refunds r join events e on e.id = r.event_id
     where ${isFailedStill} and ${rowsWithin(managedBy(actor))}
     group by e.id order by max(r.id::text) desc limit ${MAX_FAILED_EVENTS}`.execute(app.db)
  return { count: rows[0]?.all ?? 0, events: rows.map(({ id, name, count }) => ({ id, name, count })) }
}
