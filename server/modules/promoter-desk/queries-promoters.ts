/** An event's promoters: who they are, what they may do, what they brought. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type {
  EventPromoter,
  getPromo as promoEndpoint,
  listEventPromoters,
} from '#contract/promoters/promoter-desk-promoters.ts'
import type { Promo } from '#contract/promoters/promos.ts'
import { maskName } from '#contract/values/phone.ts'
import type { App, Core, Db } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import { wordPatterns } from '#server/db/search.ts'
import type { Call } from '#server/http/bound.ts'
import { maskContact } from '#server/modules/accounts/contact/mask-contact.ts'
import { findPromo, listPromos, NO_PROMO, type FoundPromo } from '#server/modules/box-office/queries-promos.ts'
import { isWithin, managedBy } from '#server/modules/events/reach.ts'
import { promotersAmong } from '#server/modules/events/staff/is-promoter-of.ts'
import { givenNameOf } from '#server/modules/events/staff/staff-name.ts'
import { inSnapshot, sumFiguresBy } from '#server/modules/metrics/queries-sums.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'

/** Columns of an event's promoters and of those who left with open accounts (`s`, `u`), with sums of their sales (`f`) and of the ledger (`m`). */
async function selectPromoters(db: Db, mark: Parameters<typeof sumFiguresBy>[1], actor: Actor, eventId: string) {
  const figures = await sumFiguresBy(db, mark, { events: [eventId], part: 'promoter' }, sql`f.subject_id`)
  const given = givenNameOf(sql`u.id`, sql`${eventId}::uuid`)
  // Sorted and searched by the name that is shown: the hidden one would be guessed letter by letter (threat 4).
  const half = sql`regexp_replace(u.plain_name, '^(\\S+)(?:.*\\s(\\S)\\S*)?$', '\\1 \\2')`
  const shown = isAdministrator(actor) ? sql`u.plain_name` : sql`coalesce(plain_text(${given}), ${half})`
  return (
    db
      .selectFrom(
        sql<{ userId: string; isOnTeam: boolean }>`(
        select t.user_id as "userId", true as "isOnTeam" from event_staff t
         where t.event_id = ${eventId}::uuid and t.kind = 'RRPP'
         union all
        select k.promoter_id, false from promos k cross join lateral ledger_of_promo(k.id) m
         where k.event_id = ${eventId}::uuid
           and not exists (select from event_staff t
                            where t.event_id = k.event_id and t.user_id = k.promoter_id and t.kind = 'RRPP')
         group by k.promoter_id having sum(m.earned_cents) <> sum(m.paid_cents) or sum(m.cash_cents) <> 0)`.as('s'),
      )
      .innerJoin('users as u', 'u.id', 's.userId')
      .leftJoin('promos as p', (join) =>
        join.on('p.event_id', '=', eventId).onRef('p.promoter_id', '=', 's.userId').on('p.is_merged', '=', false),
      )
      .leftJoin(
        sql<{ userId: string; sales: number; tickets: number; arrived: number }>`(
        select key as "userId", sales, tickets, arrived
          from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) x (key uuid, sales int, tickets int, arrived int))`.as(
          'f',
        ),
        'f.userId',
        's.userId',
      )
      // Of a person whose accounts were joined, all parts in the event count.
      .innerJoinLateral(
        sql<{ commissionCents: number; unpaidCents: number; cashInHandCents: number; foldedName: string }>`(
        select coalesce(sum(b.earned_cents), 0)::bigint as "commissionCents",
               coalesce(sum(b.earned_cents - b.paid_cents), 0)::bigint as "unpaidCents",
               coalesce(sum(b.cash_cents), 0)::bigint as "cashInHandCents", ${shown} as "foldedName"
          from promos k cross join lateral ledger_of_promo(k.id) b
         where k.event_id = ${eventId}::uuid and k.promoter_id = s."userId")`.as('m'),
        (join) => join.onTrue(),
      )
      .select(['u.id', 'u.name', 'u.mail', 'u.phone', 'u.profile_image_id as urlProfileImgId', 'u.state', 'p.code'])
      .select([given.as('givenName'), 's.isOnTeam', 'm.commissionCents', 'm.unpaidCents', 'm.cashInHandCents'])
      .select((eb) =>
        (['sales', 'tickets', 'arrived'] as const).map((name) => eb.fn.coalesce(`f.${name}`, sql<number>`0`).as(name)),
      )
      .where('u.state', '<>', 'deleted')
  )
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof selectPromoters>>['execute']>>[number]

/** A promoter of the event reads their own line alone. */
export function listPromoters(
  app: App,
  { actor, proof: eventId, query }: Call<typeof listEventPromoters>,
): Promise<Answer<typeof listEventPromoters>> {
  return inSnapshot(app, async (db, mark) => {
    const all = await selectPromoters(db, mark, actor, eventId)
    const own = (await managesEvent({ db }, actor, eventId)) ? all : all.where('u.id', '=', actor.userId)
    const words = wordPatterns(query.search ?? '')
    const code = query.search?.trim().toUpperCase() ?? ''
    const found = own
      .$if(query.isActive !== undefined, (select) =>
        select
          .where('s.isOnTeam', '=', true)
          .where(sql<boolean>`coalesce(p.is_active, true) = ${query.isActive ?? true}`),
      )
      .$if(code !== '', (select) =>
        select.where((eb) =>
          eb.or([
            eb.and(words.map((pattern) => sql<boolean>`m."foldedName" like ${pattern}`)),
            sql<boolean>`strpos(p.code, ${code}) > 0`,
          ]),
        ),
      )
    const sort = {
      name: 'm.foldedName',
      tickets: sql`coalesce(f.tickets, 0)`,
      commission: 'm.commissionCents',
      cash: 'm.cashInHandCents',
    } as const
    return pageOf(found, query, {
      rows: 'promoters',
      id: 'u.id',
      sort,
      read: async (page) => withPromos(db, actor, eventId, await page.execute()),
      // Counted first: one connection reads the snapshot.
      more: () =>
        found
          .clearSelect()
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirstOrThrow(),
    })
  })
}

/** Some of an event's promoters, in the order of their ids; those who were none are left out. */
export function findPromoters(
  app: App,
  actor: Actor,
  eventId: string,
  ids: readonly string[],
): Promise<EventPromoter[]> {
  return inSnapshot(app, async (db, mark) => {
    const all = await selectPromoters(db, mark, actor, eventId)
    const rows = await all
      .where('u.id', '=', sql<string>`any (${ids}::uuid[])`)
      .orderBy('u.id')
      .execute()
    return withPromos(db, actor, eventId, rows)
  })
}

async function withPromos(db: Db, actor: Actor, eventId: string, rows: readonly Row[]): Promise<EventPromoter[]> {
  const found = await listPromos(
    { db },
    eventId,
    rows.map(({ id }) => id),
  )
  const promos = new Map(found.map((promo) => [promo.promoterId, promo]))
  return rows.map((row) => promoterOf(row, actor, promos.get(row.id)))
}

/** Names and contacts as lists of the team show them (rule R6.9). */
function promoterOf({ givenName, ...row }: Row, actor: Actor, found: FoundPromo | undefined): EventPromoter {
  const isOpen = isAdministrator(actor) || row.id === actor.userId
  const name = isOpen ? row.name : (givenName ?? maskName(row.name))
  const promoter = {
    ...row,
    name,
    username: name,
    urlProfileImgId: isOpen ? row.urlProfileImgId : null,
    state: row.state as EventPromoter['state'], // CHECK on the column, deleted ones left out
    promo: shownPromo(found),
    usedCourtesies: found?.uses ?? 0,
  }
  return maskContact(promoter, isOpen)
}

function shownPromo(found: FoundPromo | undefined): Promo {
  if (!found) return NO_PROMO
  const { id: _, code: _code, promoterId: _promoter, uses: _uses, debtCents: _debt, ...promo } = found
  return promo
}

/** Throws `person_not_found` for a person who is no promoter of the event, and for others than oneself to a promoter. */
export async function getPromo(
  app: App,
  { actor, proof: eventId, query: { rrppId = actor.userId } }: Call<typeof promoEndpoint>,
): Promise<Answer<typeof promoEndpoint>> {
  const isOthers = rrppId !== actor.userId
  if (isOthers && !(await managesEvent(app, actor, eventId))) throw new Failure('person_not_found')
  await requirePromoters(app, eventId, [rrppId])
  return { promo: await readPromo(app, eventId, rrppId) }
}

/** A promoter's part in the event, that of one whom nothing was given where they have none. */
export async function readPromo(app: Core, eventId: string, promoterId: string): Promise<Promo> {
  return shownPromo(await findPromo(app, eventId, promoterId))
}

async function managesEvent({ db }: Pick<Core, 'db'>, actor: Actor, id: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('company_id as companyId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return isWithin({ id, ...event }, managedBy(actor))
}

/** Throws `person_not_found` unless each of them promotes the event. */
export async function requirePromoters(app: Core, eventId: string, ids: readonly string[]): Promise<void> {
  if ((await promotersAmong(app, eventId, ids)).size < ids.length) throw new Failure('person_not_found')
}

/** A promoter of another event, as a copy takes them over. */
export interface PromoterToCopy {
  readonly userId: string
  readonly givenName: string | null
  readonly isThere: boolean
  readonly promo: FoundPromo | null
  /** Moved by as much as this event's start is after that one's; null without one, or without a start here. */
  readonly closesAt: string | null
  /** Types of this event that are called as those which they may give there; null: of every type. */
  readonly allowedTypeIds: string[] | null
}

/** The promoters of `fromId`, for a copy to the event. */
export async function listToCopy(app: Core, eventId: string, fromId: string): Promise<PromoterToCopy[]> {
  const promos = new Map((await listPromos(app, fromId)).map((promo) => [promo.promoterId, promo]))
  const { rows } = await sql<Omit<PromoterToCopy, 'promo'>>`
    select s.user_id as "userId", ${givenNameOf(sql`u.id`, sql`${fromId}::uuid`)} as "givenName",
           exists (select from event_staff h where h.event_id = ${eventId}::uuid and h.user_id = s.user_id and h.kind = 'RRPP') as "isThere",
           p.closes_at + (t.starts_at - coalesce(e.starts_at, t.starts_at)) as "closesAt",
           case when p.allowed_type_ids is not null then coalesce((
             select array_agg(y.id order by y.place, y.position)
               from ticket_types y
              where y.event_id = ${eventId}::uuid and y.removed_at is null
                and plain_text(y.name) in (select plain_text(o.name) from ticket_types o
                                            where o.id = any (p.allowed_type_ids) and o.removed_at is null)), '{}') end as "allowedTypeIds"
      from event_staff s
      join users u on u.id = s.user_id
      join events e on e.id = s.event_id
      join events t on t.id = ${eventId}::uuid
      left join promos p on p.event_id = s.event_id and p.promoter_id = s.user_id and not p.is_merged
     where s.event_id = ${fromId}::uuid and s.kind = 'RRPP' and u.state <> 'deleted'
     order by s.user_id`.execute(app.db)
  return rows.map((row) => ({ ...row, promo: promos.get(row.userId) ?? null }))
}
