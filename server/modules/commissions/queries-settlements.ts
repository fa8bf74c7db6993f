/** Reads of promoters' settlements. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import {
  SETTLEMENTS_SHOWN,
  type getPromoterPosition,
  type listOwnSettlements,
  type OwnPosition,
  type PromoterBalance,
  type PromoterSettlement,
  type WaitingSettlement,
} from '#contract/events/commissions.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import { givenNameOf, staffNameFor } from '#server/modules/events/staff/staff-name.ts'
import { Failure } from '#server/shared/failure.ts'
import { confirmsAtOf, findBalance, listBalances, NO_BALANCE } from './queries-balances.ts'

interface StoredSettlement extends PromoterSettlement {
  readonly eventId: string
  readonly promoterId: string
  readonly promoId: string
}

function selectSettlements(app: Pick<Core, 'db'>) {
  return app.db
    .selectFrom('promoter_settlements as s')
    .innerJoin('promos as p', 'p.id', 's.promo_id')
    .select(['s.id', 's.state', 's.commission_cents as commissionCents', 's.handed_in_cents as handedInCents'])
    .select(['s.counted_cents as countedCents', 's.created_at as createdAt', 's.ended_at as endedAt'])
    .select(['p.event_id as eventId', 'p.promoter_id as promoterId', 'p.id as promoId'])
    .orderBy('s.id', 'desc')
    .$castTo<StoredSettlement>()
}

export function findSettlement(app: Pick<Core, 'db'>, id: string): Promise<StoredSettlement | undefined> {
  return selectSettlements(app).where('s.id', '=', id).executeTakeFirst()
}

/** The fields of the answer. */
export function shownSettlement(stored: StoredSettlement): PromoterSettlement {
  const { id, state, commissionCents, handedInCents, countedCents, createdAt, endedAt } = stored
  return { id, state, commissionCents, handedInCents, countedCents, createdAt, endedAt }
}

/** The part of a person in an event that settlements are of; undefined for who never had one. */
export function findPart(app: Pick<Core, 'db'>, eventId: string, promoterId: string) {
  return app.db
    .selectFrom('promos as p')
    .innerJoin('users as u', 'u.id', 'p.promoter_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .select(['p.id', 'u.name', 'e.expires_at as expiresAt'])
    .select(givenNameOf(sql.ref('p.promoter_id'), sql.ref('p.event_id')).as('givenName'))
    .where('p.event_id', '=', eventId)
    .where('p.promoter_id', '=', promoterId)
    .where('p.is_merged', '=', false)
    .executeTakeFirst()
}

/** What is due between an event's organizer and one of its promoters. Throws `person_not_found` for who never was one. */
export async function getPosition(
  app: App,
  { actor, proof: eventId, params: { rrppId } }: Call<typeof getPromoterPosition>,
): Promise<Answer<typeof getPromoterPosition>> {
  const part = await findPart(app, eventId, rrppId)
  if (!part) throw new Failure('person_not_found')
  const [balance, settlements] = await Promise.all([
    findBalance(app, eventId, rrppId),
    selectSettlements(app)
      .where('p.event_id', '=', eventId)
      .where('p.promoter_id', '=', rrppId)
      .limit(SETTLEMENTS_SHOWN)
      .execute(),
  ])
  return {
    promoter: { id: rrppId, name: staffNameFor(actor, part) ?? '' },
    balance,
    confirmsAt: confirmsAtOf(part.expiresAt),
    settlements: settlements.map(shownSettlement),
  }
}

/** The caller's own, in every event in which they ever had a part; settlements are read for the events of the page alone. */
export async function listOwn(
  app: App,
  { actor, query }: Pick<Call<typeof listOwnSettlements>, 'actor' | 'query'>,
): Promise<Answer<typeof listOwnSettlements>> {
  const balances = await listBalances(app, { promoterId: actor.userId })
  const byEvent = new Map(balances.map(({ eventId, promoterId: _, ...balance }) => [eventId, balance]))
  const events = app.db
    .selectFrom('events as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['e.id', 'e.name', 'c.name as companyName', 'e.starts_at as startDate', 'e.expires_at as expiresAt'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('promos as p')
          .select('p.id')
          .whereRef('p.event_id', '=', 'e.id')
          .where('p.promoter_id', '=', actor.userId),
      ),
    )
  // Apart from the answer: TypeScript cannot tell which of its two arrays the rows are.
  const page = await pageOf(events, query, {
    rows: 'events',
    id: 'e.id',
    sort: { date: 'e.starts_at', name: 'e.plain_name' },
    areNullsLast: true,
    search: ['e.search_text'],
    read: async (page): Promise<OwnPosition[]> => {
      const rows = await page.execute()
      const settled = await listSettled(
        app,
        actor.userId,
        rows.map(({ id }) => id),
      )
      return rows.map(({ expiresAt, ...event }) => ({
        ...event,
        balance: byEvent.get(event.id) ?? NO_BALANCE,
        confirmsAt: confirmsAtOf(expiresAt),
        settlements: settled.get(event.id)?.map(shownSettlement) ?? [],
        confirmedSettlements: settled.get(event.id)?.[0]?.confirmed ?? 0,
      }))
    },
    more: async () => ({ totals: sumBalances(balances), waiting: await listWaiting(app, actor.userId) }),
  })
  return page
}

/** A promoter's newest settlements of each of these events, with how many of all are confirmed. */
async function listSettled(app: Pick<Core, 'db'>, promoterId: string, eventIds: readonly string[]) {
  const ranked = selectSettlements(app)
    .select(sql<number>`(row_number() over (partition by p.event_id order by s.id desc))::int`.as('place'))
    .select(
      sql<number>`(count(*) filter (where s.state = 'confirmed') over (partition by p.event_id))::int`.as('confirmed'),
    )
    .where('p.promoter_id', '=', promoterId)
    .where('p.event_id', '=', sql<string>`any (${eventIds}::uuid[])`)
    .clearOrderBy()
  const rows = await app.db
    .selectFrom(ranked.as('r'))
    .selectAll()
    .where('r.place', '<=', SETTLEMENTS_SHOWN)
    .orderBy('r.id', 'desc')
    .$castTo<StoredSettlement & { readonly place: number; readonly confirmed: number }>()
    .execute()
  return Map.groupBy(rows, ({ eventId }) => eventId)
}

/** What waits for a promoter, of whatever event: at most one of each. */
async function listWaiting(app: Pick<Core, 'db'>, promoterId: string): Promise<WaitingSettlement[]> {
  const rows = await selectSettlements(app)
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['e.name as eventName', 'c.name as companyName'])
    .where('p.promoter_id', '=', promoterId)
    .where('s.state', '=', 'proposed')
    .$castTo<StoredSettlement & Pick<WaitingSettlement, 'eventName' | 'companyName'>>()
    .execute()
  return rows.map(({ eventName, companyName, ...stored }) => ({ ...shownSettlement(stored), eventName, companyName }))
}

function sumBalances(balances: readonly PromoterBalance[]): PromoterBalance {
  const names = Object.keys(NO_BALANCE) as (keyof PromoterBalance)[]
  const sum = (name: keyof PromoterBalance) => balances.reduce((all, each) => all + each[name], 0)
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as PromoterBalance // the same names
}

/** What the notice and the receipt of a settlement say, also of a promoter whose account was deleted since. */
export function findSettlementPaper(app: Pick<Core, 'db'>, id: string) {
  return app.db
    .selectFrom('promoter_settlements as s')
    .innerJoin('promos as p', 'p.id', 's.promo_id')
    .innerJoin('users as u', 'u.id', 'p.promoter_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['s.id', 's.state', 's.commission_cents as commissionCents', 's.handed_in_cents as handedInCents'])
    .select(['s.counted_cents as countedCents', 's.created_at as createdAt', 's.ended_at as endedAt'])
    .select([
      'u.id as promoterId',
      'u.state as promoterState',
      'u.name',
      'e.name as eventName',
      flyerOf.as('flyer'),
      'e.starts_at as startsAt',
    ])
    .select('c.name as companyName')
    .select(givenNameOf(sql.ref('p.promoter_id'), sql.ref('p.event_id')).as('givenName'))
    .select(reachedContacts('u', false))
    .where('s.id', '=', id)
    .executeTakeFirst()
}
export type SettlementPaper = NonNullable<Awaited<ReturnType<typeof findSettlementPaper>>>
