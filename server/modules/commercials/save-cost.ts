/** Costs of an event: entered in the ledger, and never changed there but by an entry the other way. */
import type { Answer } from '#contract/api/endpoint.ts'
import type * as contract from '#contract/events/commercials-costs.ts'
import { toCents } from '#contract/values/money.ts'
import type { App, Tx } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { costEntries, reversed } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { getCost, toEventCost, type CostRow } from './queries-costs.ts'
import { costRows } from './store.ts'

type Creation = Call<typeof contract.createCost>
type Saved = Promise<Answer<typeof contract.createCost>>

/** Adds a cost, after the event too, and of a cancelled one: they cost as well. Throws `too_many_costs`. */
export function createCost(
  app: App,
  { actor, proof: eventId, body, idempotencyKey: key }: Pick<Creation, 'actor' | 'proof' | 'body'> & Partial<Creation>,
): Saved {
  const request = { call: 'cost.create', eventId, body }
  return once(app, { actorId: actor.userId, key, request }, (app) => {
    const id = newId()
    const act = {
      audit: 'cost.create',
      object: ['cost', id],
      after: { eventId, ...body },
      isAllowedAfter: true,
    } as const
    return actOnEvent(app, actor, eventId, act, async (app, { event }) => {
      const amountCents = toCents(body.amount)
      await costRows.insert(app.db, { id, parentId: eventId }, { costType: body.costType, amountCents })
      const subject = { companyId: event.company_id, eventId, costId: id }
      await recordEntries(app, subject, costEntries(amountCents))
      return toEventCost(await getCost(app, { id, eventId }))
    })
  })
}

/**
 * Changes what is given; another amount takes the old one back in the ledger and enters the new one. Throws `cost_not_found` for a
 * cost of another event too, and `cost_changed` when `version` is not the cost's own any more.
 */
export function updateCost(
  app: App,
  { actor, proof: eventId, params: { costId: id }, body }: Call<typeof contract.updateCost>,
): Saved {
  const act = { audit: 'cost.update', object: ['cost', id], isAllowedAfter: true } as const
  return actOnEvent(app, actor, eventId, act, async (app, { event, record, unchanged }) => {
    const before = await getSeen(app, { id, eventId }, body.version)
    const after = {
      costType: body.costType ?? before.costType,
      amountCents: body.amount === undefined ? before.amountCents : toCents(body.amount),
    }
    const isOther = after.amountCents !== before.amountCents
    if (!isOther && after.costType === before.costType) return unchanged(toEventCost(before))
    await costRows.update(app.db, { id, parentId: eventId }, { ...after, version: before.version + 1 })
    const subject = { companyId: event.company_id, eventId, costId: id }
    const moved = [...reversed(costEntries(before.amountCents)), ...costEntries(after.amountCents)]
    if (isOther) await recordEntries(app, subject, moved)
    record({ before: shown(before), after })
    return toEventCost(await getCost(app, { id, eventId }))
  })
}

/** Takes a cost away, and back in the ledger. Throws as `updateCost`. */
export function deleteCost(
  app: App,
  { actor, proof: eventId, params: { costId: id }, query }: Call<typeof contract.deleteCost>,
): Promise<void> {
  const act = { audit: 'cost.delete', object: ['cost', id], isAllowedAfter: true } as const
  return actOnEvent(app, actor, eventId, act, async (app, { event, record }) => {
    const before = await getSeen(app, { id, eventId }, query.version)
    await costRows.remove(app.db, { id, parentId: eventId })
    const subject = { companyId: event.company_id, eventId, costId: id }
    await recordEntries(app, subject, reversed(costEntries(before.amountCents)))
    record({ before: shown(before) })
  })
}

/** The cost as the caller saw it. The caller holds the event. */
async function getSeen(app: Tx, of: { id: string; eventId: string }, version: number | undefined): Promise<CostRow> {
  const cost = await getCost(app, of)
  if (version !== undefined && version !== cost.version) throw new Failure('cost_changed', toEventCost(cost))
  return cost
}

const shown = ({ costType, amountCents }: CostRow) => ({ costType, amountCents })
