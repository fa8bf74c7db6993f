/** What a promoter may give and sell of an event, and what is left of it. */
import type { PromoterOptions, getPromoByRrpp as endpoint } from '#contract/sales/box-office-promoters.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { isWithin, reachOf } from '#server/modules/events/reach.ts'
import { isPromoterOf } from '#server/modules/events/staff/is-promoter-of.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { availabilityOf, cashLeft, grantedTypes } from './decide-issuance.ts'
import { findIssuanceFacts, shownType } from './queries.ts'
import { grantOf } from './queries-part.ts'
import { findPromo, NO_PROMO, type FoundPromo } from './queries-promos.ts'

/** Promoters read their own part; those who run the event say whose. Throws `person_not_found` for a person who is not of the event's promoters. */
export async function getPromoByRrpp(
  app: App,
  { actor, proof: eventId, query }: Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'query'>,
): Promise<PromoterOptions> {
  return getPromoterOptions(app, eventId, await findWhose(app, actor, eventId, query.rrppId))
}

/** The options of one promoter of the event. */
export async function getPromoterOptions(app: App, eventId: string, promoterId: string): Promise<PromoterOptions> {
  const [facts, found] = await Promise.all([findIssuanceFacts(app, eventId), findPromo(app, eventId, promoterId)])
  const { debtCents, ...promo } = found ? partOf(found) : { ...NO_PROMO, debtCents: 0 }
  const grant = grantOf({ ...promo, debtCents })
  return {
    promo,
    ticketTypes: grantedTypes(facts, grant).map((type) => shownType(facts, type)),
    courtesyAvailability: availabilityOf(facts, grant),
    debtCents,
    cashLeftCents: cashLeft(grant),
    closed: facts.closed,
  }
}

function partOf({ id: _id, code: _code, promoterId: _promoterId, uses: _uses, ...part }: FoundPromo) {
  return part
}

async function findWhose(app: App, actor: Actor, eventId: string, rrppId: string | undefined): Promise<string> {
  const asked = rrppId ?? actor.userId
  const isOwn = asked === actor.userId
  const row = await app.db
    .selectFrom('events')
    .select(['id', 'company_id as companyId'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!row || !(await isPromoterOf(app, eventId, asked))) throw new Failure('person_not_found')
  if (!isOwn && !isWithin(row, reachOf(actor, []))) throw new Failure('person_not_found')
  return asked
}
