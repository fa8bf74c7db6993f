/** Reads of discount codes. */
import { sql } from 'kysely'
import {
  normalCode,
  type DiscountCodeRow,
  type DiscountState,
  type listDiscountCodes as endpoint,
} from '#contract/events/discounts.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import type { DiscountFacts } from './judge-discount.ts'

/** The first reason, in the order in which a purchase is decided, for which a buyer could not use it. */
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

/** A page of an event's codes, stopped ones included. */
export function listDiscountCodes(
  app: App,
  { proof: eventId, query }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const code = query.search ? normalCode(query.search) : ''
  const codes = selectRows(app)
    .where('d.event_id', '=', eventId)
    .$if(query.state !== undefined, (select) => select.where(state, '=', query.state ?? null))
    .$if(code !== '', (select) => select.where(sql<boolean>`strpos(d.folded_code, ${code}) > 0`))
  const sort = { createdAt: 'd.created_at', code: 'd.folded_code', uses: 'd.uses' } as const
  return pageOf(codes, query, { rows: 'discountCodes', id: 'd.id', sort })
}

/** Throws `discount_code_not_found`. */
export async function getCode(app: Core, eventId: string, id: string): Promise<DiscountCodeRow> {
  const code = await selectRows(app).where('d.event_id', '=', eventId).where('d.id', '=', id).executeTakeFirst()
  if (!code) throw new Failure('discount_code_not_found')
  return code
}

/** Which of these ids are types of the event that were not removed. */
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

/** The code of an event that was not stopped, as purchases decide by it, and the moment of the database. */
export async function findUnstoppedCode(
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
    .where('d.folded_code', '=', code)
    .where('d.stopped_at', 'is', null)
    .executeTakeFirst()
}
