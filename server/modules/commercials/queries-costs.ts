/** What events cost. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type * as contract from '#contract/events/commercials-costs.ts'
import type { CostsByType, EventCost } from '#contract/events/commercials-costs.ts'
import { toPesos } from '#contract/values/money.ts'
import type { App, Core, Db } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'

function selectCosts(db: Db, eventId: string) {
  return db
    .selectFrom('event_costs as k')
    .select([
      'k.id',
      'k.cost_type as costType',
      'k.amount_cents as amountCents',
      'k.created_at as createdAt',
      'k.version',
    ])
    .where('k.event_id', '=', eventId)
    .where('k.removed_at', 'is', null)
}
export type CostRow = Awaited<ReturnType<typeof getCost>>

/** Throws `cost_not_found` for one that the event does not have or that was removed. */
export async function getCost(app: Core, { id, eventId }: { id: string; eventId: string }) {
  const cost = await selectCosts(app.db, eventId).where('k.id', '=', id).executeTakeFirst()
  if (!cost) throw new Failure('cost_not_found')
  return cost
}

export function toEventCost({ amountCents, ...cost }: CostRow): EventCost {
  return { ...cost, amount: toPesos(amountCents) }
}

/** A page of an event's costs, and all of them in sums. */
export function listCosts(
  app: App,
  { proof: eventId, query }: Call<typeof contract.listCosts>,
): Promise<Answer<typeof contract.listCosts>> {
  return pageOf(selectCosts(app.db, eventId), query, {
    rows: 'eventCosts',
    id: 'k.id',
    sort: { createdAt: 'k.created_at', amount: 'k.amount_cents', costType: sql`plain_text(k.cost_type)` },
    search: ['k.cost_type'],
    map: toEventCost,
    more: async () => {
      const costsByType = await sumCostsByType(app.db, eventId)
      return { totalCosts: costsByType.reduce((total, { totalAmount }) => total + totalAmount, 0), costsByType }
    },
  })
}

/** The largest sum first; a type is written as it was entered last. */
export async function sumCostsByType(db: Db, eventId: string): Promise<CostsByType> {
  const { rows } = await sql<{ costType: string; totalCents: number; count: number }>`
    select (array_agg(k.cost_type order by k.created_at desc, k.id desc))[1] as "costType",
           sum(k.amount_cents)::bigint as "totalCents", count(*)::int as count
      from event_costs k where k.event_id = ${eventId}::uuid and k.removed_at is null
     group by plain_text(k.cost_type) order by 2 desc, 1`.execute(db)
  return rows.map(({ totalCents, ...sum }) => ({ ...sum, totalAmount: toPesos(totalCents) }))
}
