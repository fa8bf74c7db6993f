/** Reads of raffles. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type * as contract from '#contract/events/raffles.ts'
import type { Raffle, RafflePage, RaffleState } from '#contract/events/raffles.ts'
import { maskName } from '#contract/values/phone.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import { flyerOf, hasEnded } from '#server/modules/events/queries.ts'
import { isWithin, managedBy } from '#server/modules/events/reach.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { isOfEvent, mayEnterByTicket, peopleWithTicket } from './entrants.ts'

export async function findRaffleEvent(app: Core, id: string) {
  return app.db
    .selectFrom('raffles as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select(['r.event_id as eventId', 'e.company_id as companyId', sql<RaffleState>`r.state`.as('state')])
    .where('r.id', '=', id)
    .executeTakeFirst()
}

function selectRaffles(app: Core) {
  return app.db
    .selectFrom('raffles as r')
    .select(['r.id', 'r.event_id as eventId', 'r.prize', 'r.rules', 'r.winners', 'r.alternates'])
    .select([sql<Raffle['entrants']>`r.entrants`.as('entrants'), sql<RaffleState>`r.state`.as('state')])
    .select(
      sql<number>`coalesce(r.entries, (select count(*)::int from raffle_entries n where n.raffle_id = r.id))`.as(
        'entries',
      ),
    )
    .select(['r.seed_hash as seedHash', 'r.list_hash as listHash', 'r.opened_at as openedAt'])
    .select(['r.closed_at as closedAt', 'r.drawn_at as drawnAt', 'r.published_at as publishedAt'])
    .select('r.cancelled_at as cancelledAt')
}

const sort = { createdAt: 'r.created_at', prize: sql`plain_text(r.prize)` } as const

/** A page of an event's raffles; drafts only for its managers. */
export async function listRaffles(
  app: App,
  { actor, proof: eventId, query }: Call<typeof contract.listRaffles>,
): Promise<Answer<typeof contract.listRaffles>> {
  const manages = await doesManage(app, actor, eventId)
  const raffles = selectRaffles(app)
    .where('r.event_id', '=', eventId)
    .$if(query.state !== undefined, (all) => all.where('r.state', '=', query.state ?? ''))
    .$if(!manages, (all) => all.where('r.state', '<>', 'draft'))
  return pageOf(raffles, query, { rows: 'raffles', id: 'r.id', sort, search: [] })
}

async function doesManage(app: Core, actor: Actor | null, id: string): Promise<boolean> {
  if (!actor) return false
  const { companyId } = await app.db
    .selectFrom('events')
    .select('company_id as companyId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return isWithin({ id, companyId }, managedBy(actor))
}

/** Throws `raffle_not_found`. */
export async function getRaffle(app: Core, id: string): Promise<Raffle> {
  const raffle = await selectRaffles(app).where('r.id', '=', id).executeTakeFirst()
  if (!raffle) throw new Failure('raffle_not_found')
  return raffle
}

/** The public page of a raffle with the caller's own entry; its managers see the winners before they are published. */
export async function getRafflePage(
  app: App,
  { actor, proof: id }: Call<typeof contract.getRaffle>,
): Promise<Answer<typeof contract.getRaffle>> {
  const [row, { eventName, slug, hasEnded: isOver, seed }] = await Promise.all([
    getRaffle(app, id),
    app.db
      .selectFrom('raffles as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .select(['e.name as eventName', publicSlug.as('slug'), hasEnded.as('hasEnded'), 'r.seed'])
      .where('r.id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  const manages = await doesManage(app, actor, row.eventId)
  const isShown = row.state === 'published' || (manages && row.state === 'drawn')
  const places = isShown ? await listPlaces(app, actor, row) : []
  return {
    ...row,
    event: { id: row.eventId, slug, name: eventName, hasEnded: isOver },
    seed,
    places: places.map(({ name, ...place }) => ({ ...place, name: name && !manages ? maskName(name) : name })),
    own: actor && (await findOwn(app, row, actor.userId)),
  }
}

async function listPlaces(
  app: Core,
  actor: Actor | null,
  { id, eventId, winners }: Raffle,
): Promise<RafflePage['places']> {
  // Who entered by themselves gave their name; those whom the closing added by a ticket are known as its people know them (rule R6.15).
  const name =
    actor && isAdministrator(actor)
      ? sql<string | null>`u.name`
      : sql<string | null>`case when not n.by_ticket then u.name else box_office_known_name(u, ${eventId}::uuid) end`
  return app.db
    .selectFrom('raffle_entries as n')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'n.person_id').on('u.state', '<>', 'deleted'))
    .select(['n.place', sql<boolean>`coalesce(n.place > ${winners}, false)`.as('isAlternate'), 'n.code'])
    .select(name.as('name'))
    .where('n.raffle_id', '=', id)
    .where('n.draw_order', 'is not', null)
    .orderBy('n.draw_order')
    .execute()
}

async function findOwn(app: Core, row: Raffle, personId: string): Promise<RafflePage['own']> {
  const entry = await app.db
    .selectFrom('raffle_entries')
    .select(['code', 'place'])
    .where('raffle_id', '=', row.id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (entry) return row.state === 'published' ? entry : { ...entry, place: null }
  const isByTicket = row.state === 'open' && (await mayEnterByTicket(app, row, personId))
  return isByTicket ? { code: null, place: null } : null
}

/** Throws when the person has no entry. */
export async function findCode(app: Core, raffleId: string, personId: string): Promise<string> {
  const { code } = await app.db
    .selectFrom('raffle_entries')
    .select('code')
    .where('raffle_id', '=', raffleId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return code
}

/** What a draw needs. The list is frozen once the state is `closed`; the sealed seed is null once it was revealed. */
export async function findSealed(app: Core, id: string) {
  return app.db
    .selectFrom('raffles')
    .select(['state', 'seed_sealed as seedSealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Codes of a closed raffle that do not take part any more: no account of the person holds a ticket, the person belongs to the event, or the account was closed. */
export async function listForfeited(
  app: Core,
  { id, ...of }: { id: string; eventId: string; entrants: Raffle['entrants'] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`
    with holders as materialized (${peopleWithTicket(of)}),
    reached as materialized (
      select coalesce(array_agg(c.contact), '{}') as contacts
        from holders h join users k on k.id = h.person_id cross join unnest(accounts_person_contacts(k)) c (contact))
    select n.code from raffle_entries n left join users u on u.id = n.person_id
     where n.raffle_id = ${id}
       and (u.id is null or ${isOfEvent(sql`u`, of.eventId)}
            or n.by_ticket and u.id not in (select person_id from holders)
               and not (accounts_person_contacts(u) && (select contacts from reached)))`.execute(app.db)
  return new Set(rows.map(({ code }) => code))
}

/** Codes of the winners whose account still exists. */
export async function listWinners(app: Core, id: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('raffle_entries as n')
    .innerJoin('raffles as r', 'r.id', 'n.raffle_id')
    .select('n.code')
    .where('r.id', '=', id)
    .where('n.person_id', 'is not', null)
    .whereRef('n.place', '<=', 'r.winners')
    .orderBy('n.place')
    .execute()
  return rows.map(({ code }) => code)
}

/** Throws `raffle_state` before the list is frozen. */
export async function listRaffleCodes(
  app: App,
  { proof: id }: Pick<Call<typeof contract.listRaffleCodes>, 'proof'>,
): Promise<Answer<typeof contract.listRaffleCodes>> {
  if ((await getRaffle(app, id)).listHash === null) throw new Failure('raffle_state')
  return { codes: await readCodes(app, id) }
}

/** In alphabetical order, which does not reveal the order of entry: codes are random. */
export async function readCodes(app: Core, id: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('raffle_entries')
    .select('code')
    .where('raffle_id', '=', id)
    .orderBy(sql`code collate "C"`)
    .execute()
  return rows.map(({ code }) => code)
}

export type FoundWinner = NonNullable<Awaited<ReturnType<typeof findWinner>>>

/** Facts and contacts for a winner's notice; undefined when their account is closed. */
export async function findWinner(app: Core, { raffleId, code }: { raffleId: string; code: string }) {
  return app.db
    .selectFrom('raffle_entries as n')
    .innerJoin('raffles as r', 'r.id', 'n.raffle_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'n.person_id')
    .select(['u.name', 'r.id as raffleId', 'r.prize', 'e.name as eventName', flyerOf.as('flyer'), 'n.code'])
    .select(reachedContacts('u', true))
    .where('n.raffle_id', '=', raffleId)
    .where('n.code', '=', code)
    .where('r.state', '=', 'published')
    .where('u.state', 'in', ['active', 'pending'])
    .executeTakeFirst()
}
