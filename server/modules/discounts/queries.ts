/** Reads of discount codes. */
import { sql, type RawBuilder } from 'kysely'
import { normalCode, type DiscountCodeRow, type DiscountState, type listDiscountCodes } from '#contract/discounts.ts'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { paginate } from '#contract/pagination.ts'
import type { App, Core } from '#server/context.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import type { DiscountFacts } from './judge-discount.ts'

type Query = ParsedInput<typeof listDiscountCodes>['query']

/** What a buyer would be told of it, in the order in which a purchase is judged. */
const state = sql<DiscountState>`
  case when d.stopped_at is not null then 'stopped' when d.ends_at <= app_now() then 'ended'
       when d.starts_at > app_now() then 'scheduled' when d.uses >= d.max_uses then 'used_up' else 'active' end`

function selectRows(app: Core) {
  return app.db
    .selectFrom('discount_codes as d')
    .innerJoin('users as m', 'm.id', 'd.made_by')
    .select(['d.id', 'd.code', 'd.percent', 'd.amount_cents as amountCents', 'd.max_uses as maxUses', 'd.uses'])
    .select(['d.per_person_limit as perPersonLimit', 'd.starts_at as startsAt', 'd.ends_at as endsAt'])
    .select(['m.name as madeBy', 'd.created_at as createdAt', 'd.stopped_at as stoppedAt', state.as('state')])
    .select(
      sql<DiscountCodeRow['ticketTypes']>`(
        select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.place, t.position)
          from ticket_types t where t.id = any (d.type_ids))`.as('ticketTypes'),
    )
}

/** A page of an event's codes, stopped ones too. */
export async function listCodes(
  app: App,
  eventId: ManagedEventId,
  query: Query,
): Promise<Answer<typeof listDiscountCodes>> {
  const { page, limit, sort, order } = query
  const part = query.search ? normalCode(query.search) : ''
  const conditions = [
    sql<boolean>`d.event_id = ${eventId}`,
    ...(query.state ? [sql<boolean>`${state} = ${query.state}`] : []),
    ...(part ? [sql<boolean>`strpos(d.code, ${part}) > 0`] : []),
  ]
  const condition = sql<boolean>`${sql.join(conditions, sql` and `)}`
  const by: Record<Query['sort'], RawBuilder<unknown>> = {
    createdAt: sql`d.created_at`,
    code: sql`d.code`,
    uses: sql`d.uses`,
  }
  const [rows, { total }] = await Promise.all([
    selectRows(app)
      .where(condition)
      .orderBy(by[sort], order)
      .orderBy('d.id', order)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    app.db
      .selectFrom('discount_codes as d')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ])
  return { discountCodes: rows, pagination: paginate('totalDiscountCodes', { page, limit, total }) }
}

/** One code of an event; undefined when the event has none with this id. */
export function findCode(app: Core, eventId: string, id: string): Promise<DiscountCodeRow | undefined> {
  return selectRows(app).where('d.event_id', '=', eventId).where('d.id', '=', id).executeTakeFirst()
}

/** What decides whether codes of an event may be made or stopped, and by whom. */
export async function findEvent(app: Core, eventId: ManagedEventId) {
  return app.db
    .selectFrom('events')
    .select(['company_id as companyId', 'state', sql<boolean>`coalesce(expires_at < app_now(), false)`.as('isExpired')])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
}

/** Those of these ids that are types of the event which are still sold. */
export async function findTypes(app: Core, eventId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await app.db
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .where('removed_at', 'is', null)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The code of an event that was not stopped, as purchases judge it, and the moment of the database. */
export async function findStanding(
  app: Core,
  eventId: string,
  code: string,
): Promise<(DiscountFacts & { readonly atMs: number }) | undefined> {
  return app.db
    .selectFrom('discount_codes as d')
    .select(['d.id', 'd.code', 'd.percent', 'd.amount_cents as amountCents', 'd.type_ids as typeIds'])
    .select(['d.max_uses as maxUses', 'd.per_person_limit as perPersonLimit', 'd.uses'])
    .select(sql<number | null>`epoch_ms(d.starts_at)`.as('startsAtMs'))
    .select([sql<number | null>`epoch_ms(d.ends_at)`.as('endsAtMs'), sql<number>`epoch_ms(app_now())`.as('atMs')])
    .where('d.event_id', '=', eventId)
    .where('d.code', '=', code)
    .where('d.stopped_at', 'is', null)
    .executeTakeFirst()
}
