/** What promoters of an event may give, sell and earn. */
import type { Answer } from '#contract/api/endpoint.ts'
import type {
  PromoChange,
  savePromo as saveEndpoint,
  updateEventPromoter,
  updateEventPromoters,
} from '#contract/promoters/promoter-desk-promoters.ts'
import type { CommissionTerms, Promo } from '#contract/promoters/promos.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { App, Tx } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { findPromo } from '#server/modules/box-office/queries-promos.ts'
import { findCheapestPaid } from '#server/modules/box-office/queries.ts'
import { findTypes } from '#server/modules/discounts/queries.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { changePromo } from '#server/modules/promoters/change-promo.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { findPromoters, readPromo, requirePromoters } from './queries-promoters.ts'

/** Throws what `changePromoters` throws. */
export async function updatePromoter(
  app: App,
  { actor, proof: eventId, params: { rrppId }, body }: Call<typeof updateEventPromoter>,
): Promise<Answer<typeof updateEventPromoter>> {
  await changePromoters(app, actor, eventId, [rrppId], body)
  const [promoter] = await findPromoters(app, actor, eventId, [rrppId])
  // Taken off the team in between.
  if (!promoter) throw new Failure('person_not_found')
  return promoter
}

/** Changes all of them in one transaction, or none. Throws what `changePromoters` throws. */
export async function updatePromoters(
  app: App,
  { actor, proof: eventId, body: { promoterIds, ...change } }: Call<typeof updateEventPromoters>,
): Promise<Answer<typeof updateEventPromoters>> {
  const ids = [...new Set(promoterIds)]
  await changePromoters(app, actor, eventId, ids, change)
  return { promoters: await findPromoters(app, actor, eventId, ids) }
}

/** Throws what `changePromoters` throws. */
export async function savePromo(
  app: App,
  { actor, proof: eventId, body: { eventId: _, rrppId, ...change } }: Call<typeof saveEndpoint>,
): Promise<Answer<typeof saveEndpoint>> {
  await changePromoters(app, actor, eventId, [rrppId], change)
  return { promo: await readPromo(app, eventId, rrppId) }
}

/**
 * Writes the fields that are given and keeps the others, so that two editors lose nothing of each other. Nobody is notified: promoters
 * see it on their screen. Throws `own_promoter` where the caller's own part is among them, `person_not_found` for a person who is no promoter of the event, `ticket_type_not_found`,
 * `commission_above_price`, `event_state` for an event that is over.
 */
async function changePromoters(
  app: App,
  actor: Actor,
  eventId: ManagedEventId,
  promoterIds: readonly string[],
  { commission, ...fields }: PromoChange,
): Promise<void> {
  if (promoterIds.includes(actor.userId)) throw new Failure('own_promoter')
  const act = { audit: 'promoter.update', object: ['event', eventId] } as const
  await actOnEvent(app, actor, eventId, act, async (app, { record, unchanged }) => {
    await requirePromoters(app, eventId, promoterIds)
    const allowedTypeIds = fields.allowedTypeIds && [...new Set(fields.allowedTypeIds)]
    if (allowedTypeIds && (await findTypes(app, eventId, allowedTypeIds)).length < allowedTypeIds.length) {
      throw new Failure('ticket_type_not_found')
    }
    const wanted = { ...fields, allowedTypeIds, ...(commission !== undefined && { commission: termsOf(commission) }) }
    const changes: Change[] = []
    for (const promoterId of promoterIds) {
      const change = await changeWhatDiffers(app, eventId, promoterId, wanted)
      if (change) changes.push(change)
    }
    if (changes.length === 0) return unchanged(undefined)
    record({ before: changes.map(({ before }) => before), after: changes.map(({ after }) => after) })
    app.afterCommit(({ bus }) =>
      publishChange(
        bus,
        changes.map(({ after }) => `account:${after.promoterId}` as const),
      ),
    )
  })
}

type Wanted = Omit<PromoChange, 'commission'> & { readonly commission?: CommissionTerms | null }

function termsOf(given: NonNullable<PromoChange['commission']> | null): CommissionTerms | null {
  return given && { percent: given.percent ?? null, fixedCents: given.fixedCents ?? null, earnedOn: given.earnedOn }
}

interface Change {
  readonly before: object
  readonly after: { readonly promoterId: string }
}

/** Returns what changed; undefined when it was so already. */
async function changeWhatDiffers(
  app: Tx,
  eventId: string,
  promoterId: string,
  wanted: Wanted,
): Promise<Change | undefined> {
  const promo = await findPromo(app, eventId, promoterId)
  const before = valuesOf(promo)
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && !isSame(value, before[name as keyof Wanted]),
  )
  if (changed.length === 0) return undefined
  const names = changed.map(([name]) => name)
  if (names.includes('commission') || names.includes('allowedTypeIds'))
    await refuseAbovePrice(app, eventId, Object.assign({}, before, Object.fromEntries(changed)))
  const id = promo?.id ?? (await ensurePromo(app, eventId, promoterId))
  await changePromo(app, id, Object.fromEntries(changed) as Wanted) // some of its own fields
  const pick = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  return { before: { promoterId, ...pick(before) }, after: { promoterId, ...pick(wanted) } }
}

/** An amount above the price of a type that the promoter may sell would pay out more than the ticket brought. */
async function refuseAbovePrice(
  app: Tx,
  eventId: string,
  { commission, allowedTypeIds }: Pick<Wanted, 'commission' | 'allowedTypeIds'>,
): Promise<void> {
  if (!commission?.fixedCents) return
  const cheapest = await findCheapestPaid(app, eventId, allowedTypeIds ?? null)
  if (!cheapest || commission.fixedCents <= cheapest.priceCents) return
  const message = `La comisión fija supera el precio de ${cheapest.name} (${formatMoney(cheapest.priceCents)})`
  throw new Failure('commission_above_price', undefined, { message })
}

function valuesOf(promo: Promo | undefined): Wanted {
  return {
    isActive: promo?.isActive ?? true,
    maxUses: promo?.maxUses ?? 0,
    allowedTypeIds: promo?.allowedTypes?.map(({ id }) => id) ?? null,
    closesAt: promo?.closesAt ?? null,
    canSellInPerson: promo?.canSellInPerson ?? false,
    debtLimitCents: promo?.debtLimitCents ?? null,
    commission: termsOf(promo?.commission ?? null),
  }
}

/** Whatever the order of types; the values are made with their fields in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).toSorted((a, b) => a.localeCompare(b)) : value
}
