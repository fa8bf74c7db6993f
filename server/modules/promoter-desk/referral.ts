/** A promoter's code and link of an event, and what they brought to it. */
import { sql } from 'kysely'
import { eventPath } from '#contract/api/paths.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type * as contract from '#contract/promoters/promoter-desk.ts'
import type { App } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Call } from '#server/http/bound.ts'
import { availabilityOf } from '#server/modules/box-office/decide-issuance.ts'
import { findIssuanceFacts } from '#server/modules/box-office/queries.ts'
import { grantOf } from '#server/modules/box-office/queries-part.ts'
import { findPromo } from '#server/modules/box-office/queries-promos.ts'
import { cardOf } from '#server/modules/events/listing/event-card.ts'
import { selectCards } from '#server/modules/events/queries.ts'
import { isWithin, managedBy } from '#server/modules/events/reach.ts'
import { isPromoterOf } from '#server/modules/events/staff/is-promoter-of.ts'
import { givenNameOf, staffNameFor } from '#server/modules/events/staff/staff-name.ts'
import { inSnapshot, sumFiguresBy } from '#server/modules/metrics/queries-sums.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { confirmsAtOf, NO_BALANCE } from '#server/modules/commissions/queries-balances.ts'
import { moneyByEvent } from './queries-money.ts'

/** The caller's own code and link, made at the first look. Throws `person_not_found` for who does not promote the event. */
export async function getReferralCode(
  app: App,
  { actor, proof: eventId }: Call<typeof contract.getReferralCode>,
): Promise<Answer<typeof contract.getReferralCode>> {
  const { code } = await partOf(app, eventId, actor.userId)
  const [event] = await findCard(app, eventId)
  return linkOf(app, event, code)
}

/** What one promoter brought: the caller, or whom the people who manage the event name. */
export async function getReferralMetrics(
  app: App,
  { actor, proof: eventId, query }: Call<typeof contract.getReferralMetrics>,
): Promise<Answer<typeof contract.getReferralMetrics>> {
  const [row, expiresAt] = await findCard(app, eventId)
  const promoterId = subjectOf(actor, { id: eventId, companyId: row.company.id }, query.rrppId)
  const { id: promoId, code, promoterId: _, ...promo } = await partOf(app, eventId, promoterId)
  const [figures, facts, money, issuance] = await Promise.all([
    inSnapshot(app, (db, mark) =>
      sumFiguresBy(db, mark, { events: [eventId], part: 'promoter' }, sql<string>`f.subject_id::text`),
    ),
    findFacts(app, { eventId, promoterId, promoId }),
    moneyByEvent(app, promoterId),
    findIssuanceFacts(app, eventId),
  ])
  const own = figures.find(({ key }) => key === promoterId)
  const { arrived = 0, paidCents: grossCents = 0, refundedCents = 0 } = own ?? {}
  const { bought, courtesies, inPerson } = facts
  const name = promoterId === actor.userId ? facts.name : staffNameFor(actor, facts)
  return {
    ...linkOf(app, row, code),
    user: { id: promoterId, name: name ?? '' },
    event: cardOf(row),
    promo,
    courtesyAvailability: availabilityOf(issuance, grantOf(promo)),
    metrics: {
      visits: facts.visits,
      orders: facts.orders,
      tickets: bought + courtesies + inPerson,
      bought,
      courtesies,
      inPerson,
      arrived,
      noShows: facts.noShows,
      grossCents,
      refundedCents,
      netCents: grossCents - refundedCents,
      ...(money.get(eventId) ?? NO_BALANCE),
      confirmsAt: confirmsAtOf(expiresAt),
    },
  }
}

/** Whose figures are read: staff name a person, everybody else is answered about themselves. */
function subjectOf(actor: Actor, event: { id: string; companyId: string }, named: string | undefined): string {
  if (named === undefined || named === actor.userId) return actor.userId
  if (!isWithin(event, managedBy(actor))) throw new Failure('person_not_found')
  return named
}

/** Their part in the event, made for who promotes it now. Staff read that of who left, too. */
async function partOf(app: App, eventId: string, promoterId: string) {
  if (await isPromoterOf(app, eventId, promoterId)) await ensurePromo(app, eventId, promoterId)
  const found = await findPromo(app, eventId, promoterId)
  if (!found) throw new Failure('person_not_found')
  return found
}

async function findCard(app: App, eventId: string) {
  const chosen = app.db.selectFrom('events').select('id').where('id', '=', eventId)
  const row = await selectCards(app.db, chosen).select('e.expires_at as expiresAt').executeTakeFirstOrThrow()
  const { expiresAt, ...card } = row
  return [card, expiresAt] as const
}

function linkOf(app: App, event: { id: string; slug: string | null }, code: string) {
  const url = new URL(eventPath(event), app.config.publicUrl)
  url.searchParams.set('rrpp', code)
  return { referralCode: code, referralUrl: url.href }
}

interface ReferralFacts {
  readonly name: string
  readonly givenName: string | null
  readonly visits: number
  readonly orders: number
  readonly bought: number
  readonly courtesies: number
  readonly inPerson: number
  readonly noShows: number | null
}

/** What no figure has: visits, the tickets that were not cancelled or refunded, and, once the event is over, who did not come. */
function findFacts(app: App, of: { eventId: string; promoterId: string; promoId: string }) {
  const { eventId, promoterId } = of
  const parts = sql`select p.id from promos p where p.event_id = ${eventId} and p.promoter_id = ${promoterId}`
  return oneRow(
    app.db,
    sql<ReferralFacts>`
    select u.name, ${givenNameOf(sql`u.id`, sql`${eventId}::uuid`)} as "givenName",
           (select coalesce(sum(v.visits), 0)::int from referral_visits v where v.promo_id in (${parts})) as visits,
           (select count(*)::int from orders o
             where o.event_id = ${eventId} and o.promoter_id = u.id and checkout_has_paid(o.state)) as orders,
           (select count(*)::int from orders o join tickets t on t.order_id = o.id
             where o.event_id = ${eventId} and o.promoter_id = u.id and tickets_has_place(t.state)) as bought,
           h.courtesies, h."inPerson",
           (select count(t.id)::int from expired_events x
              left join tickets t on t.event_id = x.event_id and t.state = 'expired'
               and (exists (select from orders o where o.id = t.order_id and o.promoter_id = u.id)
                    or exists (select from issuances i join promos k on k.id = i.promo_id
                                where i.id = t.issuance_id and k.promoter_id = u.id))
             where x.event_id = ${eventId} group by x.event_id) as "noShows"
      from users u
     cross join lateral (
       select count(*) filter (where t.kind = 'courtesy')::int as courtesies,
              count(*) filter (where t.kind = 'in_person')::int as "inPerson"
         from issuances i join tickets t on t.issuance_id = i.id
        where i.promo_id in (${parts}) and tickets_has_place(t.state)) h
     where u.id = ${promoterId}`,
  )
}
