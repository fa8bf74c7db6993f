/** Whom a person works with: the staff and buyers of an organizer's events, everybody for administrators. */
import { sql, type RawBuilder } from 'kysely'
import { mailSpelling } from '#contract/accounts/accounts.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { paginate } from '#contract/api/pagination.ts'
import type { DashboardUser, FoundUser, getUsersDashboard as endpoint } from '#contract/accounts/people.ts'
import { toWireRole, type CompanyRole, type StaffKind, type WireRole } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import { isOnLocalDay } from '#server/db/local-day.ts'
import { oneRow } from '#server/db/one-row.ts'
import { wordPatterns } from '#server/db/search.ts'
import { nextIds, type WholeList } from '#server/db/whole-list.ts'
import type { Call } from '#server/http/bound.ts'
import { rolesOf } from '#server/modules/accounts/roles/roles-of.ts'
import { halfName, maskContact, maskPayer, type Payer } from '#server/modules/accounts/contact/mask-contact.ts'
import { paidOf } from '#server/modules/checkout/queries-buyer.ts'
import { reachOf, rowsWithin, type Reach } from '#server/modules/events/reach.ts'
import { type Actor } from '#server/shared/actor.ts'
import { toInstant } from '#server/shared/clock.ts'
import { normalisePhone } from '#server/shared/phone.ts'

type Filters = Pick<Call<typeof endpoint>['query'], 'username' | 'roleId' | 'status' | 'date' | 'group' | 'userId'>
type Sql = RawBuilder<unknown>

const SEARCH_ROWS = 20
/** A list says «10.000+» of more. */
const MOST_COUNTED = 10_000

interface Row {
  readonly id: string
  readonly name: string
  readonly mail: string | null
  readonly phone: string | null
  readonly urlProfileImgId: string | null
  readonly state: DashboardUser['state']
  /** In PostgreSQL's spelling, as all that comes as JSON. */
  readonly since: string
  readonly tickets: number
  readonly isProved: boolean
  /** How they are known to those who see them (rule R6.15). */
  readonly knownName: string
  /** What they paid of a company in view through the provider. */
  readonly paid: Payer
  readonly assignments: { eventId: string; eventName: string; kind: StaffKind; canScan: boolean }[] | null
  /** Null for those who see only their own events: what a person is elsewhere is not theirs to know. */
  readonly roleSources: {
    isGodAdmin: boolean
    isAdmin: boolean
    permission: string | null
    grantedRoles: string[] | null
    membership: { companyId: string; role: CompanyRole } | null
  } | null
}

const seesAll = (actor: Actor) => reachOf(actor, []).isAll

/** Whether a text asks for one contact and not for a name. */
export function isWholeContact(text: string): boolean {
  return text.includes('@') || normalisePhone(text) !== null
}

type ListCall = Pick<Call<typeof endpoint>, 'actor' | 'query'> & { readonly query: { readonly whole?: WholeList } }

/**
 * A page of people: an organizer's staff and buyers, or everybody for administrators. With `kinds`, those of the events to which the
 * caller is assigned in one of them, too.
 */
export async function listUsers(
  app: App,
  { actor, query }: ListCall,
  kinds: readonly StaffKind[] = [],
): Promise<Answer<typeof endpoint>> {
  const { page, limit, sort, order: direction, eventId, whole } = query
  const isOfAll = seesAll(actor) && eventId === undefined
  const own = reachOf(actor, kinds)
  const events = sql`${rowsWithin(own)} and ${eventId === undefined ? sql`true` : sql`e.id = ${eventId}::uuid`}`
  const ids = eventId === undefined ? circlesOf(own) : [eventId]
  const people = isOfAll ? everybody(query) : peopleOf({ events, ids }, query)
  const order = inOrder(sort === 'since' ? sql`since` : sql`folded`, direction)
  const seen = { ids: isOfAll ? [] : ids, companyId: actor.companyId }
  const { rows, total } = whole
    ? { rows: await selectPart(app, people, order, { whole, limit, ...seen }), total: 0 }
    : await selectPage(app, people, order, { limit, offset: (page - 1) * limit, ...seen })
  const isTotalCapped = total > MOST_COUNTED
  const pagination = paginate('totalUsers', { page, limit, total: Math.min(total, MOST_COUNTED) })
  return {
    users: rows.map((row) => dashboardUser(app, row, actor)),
    pagination: { ...pagination, ...(isTotalCapped && { isTotalCapped }) },
  }
}

function inOrder(by: Sql, order: 'asc' | 'desc'): Sql {
  return order === 'desc' ? sql`${by} desc, id desc` : sql`${by}, id`
}

/**
 * Up to 20 people by name, or by their whole mail or phone, among those the caller works with (rule R6.11). Masked for all but
 * administrators, and for promoters half the name (rule R12.11): their events are of several companies.
 */
export async function searchPeople(app: App, actor: Actor, text: string): Promise<FoundUser[]> {
  const promoted = reachOf(actor, ['RRPP'])
  const [events, ids] = [rowsWithin(promoted), circlesOf(promoted)]
  const isHalf = !seesAll(actor) && promoted.eventIds.length > 0
  const people = seesAll(actor) ? everybody({ username: text }) : peopleOf({ events, ids, isHalf }, { username: text })
  const seen = { ids: seesAll(actor) ? [] : ids, companyId: actor.companyId, isHalf }
  const { rows } = await selectPage(app, people, inOrder(sql`folded`, 'asc'), {
    limit: SEARCH_ROWS,
    offset: 0,
    ...seen,
  })
  return rows.map((row) => {
    const { id, mail, phone } = row
    const [name, urlProfileImgId] = [nameFor(actor, row), pictureFor(actor, row)]
    return maskContact(
      { id, username: name, name, mail, phone, urlProfileImgId },
      seesAll(actor) || id === actor.userId,
    )
  })
}

const isOpenTo = (actor: Actor, { id }: Row) => seesAll(actor) || id === actor.userId

const nameFor = (actor: Actor, row: Row) => (isOpenTo(actor, row) ? row.name : row.knownName)

/** Nor does a phone turn into a face (threat 4). */
function pictureFor(actor: Actor, row: Row): string | null {
  return isOpenTo(actor, row) || row.knownName === row.name ? row.urlProfileImgId : null
}

interface Circle {
  /** Condition over `e`. */
  readonly events: Sql
  /** Under which `circle_people` has those of these events: a company or an event each. */
  readonly ids: readonly string[]
  /** Names are shown by half. */
  readonly isHalf?: boolean
}

/** The name by which circles know a person (alias `u`): the one of the circle that knows it whole. */
function knownName(ids: readonly string[], isHalf = false): RawBuilder<string> {
  const name = sql`(
    select k.name from unnest(${ids}::uuid[]) c (id) cross join lateral (select box_office_known_name(u, c.id) as name) k
     order by k.name = u.name desc, k.name limit 1)`
  return isHalf ? sql<string>`accounts_half_name(${name})` : sql<string>`${name}`
}

function circlesOf({ companyId, eventIds }: Reach): string[] {
  return [...(companyId === null ? [] : [companyId]), ...eventIds]
}

/**
 * The `with` of a list, up to `few` and `many` (id, folded, since, is_whole) and `seen_staff`. Few are the staff and the people who
 * got a ticket since the mark, read whole; many are everybody else who holds or paid a ticket, in the order of an index.
 */
function peopleOf({ events, ids, isHalf = false }: Circle, { roleId, group, ...filters }: Filters): Sql {
  // As `box_office_known_name`, of what came since the mark and what the circle knew before.
  const known = sql`case when p.is_own or p.folded = u.plain_name then u.plain_name
    else coalesce(plain_text(p.typed), p.folded, ${halfName(sql`u.plain_name`)}) end`
  const [shownName, folded] = isHalf ? [halfName(known), halfName(sql`p.folded`)] : [known, sql`p.folded`]
  const rest = [isOnLocalDay(sql`p.since`, filters.date)]
  if (group) rest.push(group === 'staff' ? sql`cardinality(p.kinds) > 0` : sql`p.is_buyer`)
  if (roleId) rest.push(roleId === 'CLIENT' ? sql`p.is_buyer` : sql`${roleId} = any (p.kinds)`)
  const conditionsBy = (name: Sql) => sql.join([matches(filters, provedOnly, name), ...rest], sql` and `)
  const [onlyId] = ids
  // Of one circle the rows come in the order of its index; of several each person is to be counted once.
  const circle =
    ids.length === 1
      ? sql`(select * from circle_people where circle_id = ${onlyId}::uuid and exists (select from seen))`
      : sql`(select user_id, max(folded) as folded, min(since) as since from circle_people
              where circle_id = any (${ids}::uuid[]) group by user_id)`
  const named = filters.userId === undefined ? namedAs(filters.username) : sql`c.user_id = ${filters.userId}::uuid`
  return sql`
    with seen as materialized (select e.id, e.name from events e where ${events}),
    seen_staff as materialized (
      select s.user_id, s.kind, s.can_scan, s.given_name, s.created_at, e.id as event_id, e.name as event_name
        from event_staff s join seen e on e.id = s.event_id),
    mark as materialized (select scanned_until as until from totals_mark),
    parts as (
      select user_id, kind, created_at as since, false as is_buyer, false as is_own, null as typed from seen_staff
      union all
      select k.user_id, null, least(t.created_at, o.created_at), true,
             k.is_payer and t.issuance_id is null and o.guest_name is null,
             case when k.is_payer then coalesce(o.guest_name, i.recipient_name) end
        from tickets t
        left join lateral (select b.created_at, b.guest_name from orders b where b.id = t.order_id limit 1) o on true
        left join lateral (select b.recipient_name from issuances b where b.id = t.issuance_id limit 1) i on true
       cross join lateral (values (t.holder_id, t.holder_id = t.payer_id),
                                  (case when t.order_id is not null then t.payer_id end, true)) k (user_id, is_payer)
       where t.created_at > (select until from mark) and t.event_id = any (array(select id from seen)) and k.user_id is not null
      union all
      select t.holder_id, null, t.created_at, true, false, null
        from ticket_transfers x cross join lateral (select * from tickets y where y.id = x.ticket_id limit 1) t
       where x.created_at > (select until from mark) and t.event_id = any (array(select id from seen))),
    gathered as materialized (
      select user_id, min(since) as since, bool_or(is_buyer) as is_buyer, array_remove(array_agg(kind), null) as kinds,
             bool_or(is_own) as is_own, (array_agg(typed order by since desc) filter (where typed is not null))[1] as typed
        from parts group by user_id),
    few as materialized (
      -- In the order of the names that are shown: another order would reveal the hidden ones letter by letter.
      select u.id, ${shownName} as folded, p.since, false as is_whole
        from (select g.user_id, least(g.since, c.since) as since, g.is_buyer or c.since is not null as is_buyer, g.kinds,
                     g.is_own, g.typed, c.folded
                from gathered g
                left join lateral (select min(k.since) as since, max(k.folded) as folded from circle_people k
                                    where k.circle_id = any (${ids}::uuid[]) and k.user_id = g.user_id
                                      and exists (select from seen)) c on true) p
        -- By key, under a limit: never a join whose order a guess about the filters decides.
       cross join lateral (select * from users where id = p.user_id limit 1) u
       where u.state <> 'deleted' and ${conditionsBy(shownName)}),
    -- Found by an index of words and read once: a page in the order of names would look at every name before its own.
    called as ${named ? sql`materialized` : sql`not materialized`} (
      select c.user_id, c.folded, c.since from ${circle} c where ${named ?? sql`true`}),
    many as not materialized (
      select p.user_id as id, ${folded} as folded, p.since, false as is_whole
        from (select c.user_id, c.folded, c.since, true as is_buyer, '{}'::text[] as kinds from called c) p
       cross join lateral (select * from users where id = p.user_id limit 1) u
       where p.user_id not in (select g.user_id from gathered g)
         and u.state <> 'deleted' and ${conditionsBy(folded)})`
}

/**
 * Of a row `c` of a circle, asked of the index before anybody's own row is read: the people that this leaves out, `matches` would leave
 * out too. Null where no name is asked for.
 */
function namedAs(username: string | undefined): Sql | null {
  const patterns = wordPatterns(username ?? '')
  if (!username || patterns.length === 0) return null
  const byName = patterns.map((pattern) => sql`c.folded like ${pattern}`)
  return sql`((${sql.join(byName, sql` and `)}) or c.user_id = any (array(
    select k.id from users k where k.state <> 'deleted'
       and (k.mail = ${mailSpelling(username)} or k.phone = ${normalisePhone(username)}::text))))`
}

/** The same for everybody; not materialised, so that a page by name or age reads its index alone. */
function everybody({ roleId, group, ...filters }: Filters): Sql {
  const isStaff = sql`exists (select 1 from event_staff s where s.user_id = u.id)`
  const isBuyer = sql`exists (select 1 from tickets t where t.holder_id = u.id)`
  const conditions = [matches(filters, given), isOnLocalDay(sql`u.created_at`, filters.date)]
  if (group) conditions.push(group === 'staff' ? isStaff : isBuyer)
  if (roleId) conditions.push(hasRole(roleId))
  return sql`
    with seen as (select id from events where false),
    seen_staff as not materialized (
      select s.user_id, s.kind, s.can_scan, s.given_name, s.created_at, e.id as event_id, e.name as event_name
        from event_staff s join events e on e.id = s.event_id),
    few as (select null::uuid as id, null::text as folded, null::timestamptz as since, true as is_whole where false),
    many as not materialized (
      select u.id, u.plain_name as folded, u.created_at as since, true as is_whole
        from users u where u.state <> 'deleted' and ${sql.join(conditions, sql` and `)})`
}

/** Whether a user (alias `u`) has a role anywhere. */
function hasRole(role: WireRole): Sql {
  if (role === 'GOD_ADMIN') return sql`u.is_god_admin`
  if (role === 'admin') return sql`u.is_admin`
  if (role === 'ORGANIZATOR') {
    return sql`exists (select 1 from company_members m join companies c on c.id = m.company_id
      where m.user_id = u.id and c.state = 'approved')`
  }
  if (role === 'CLIENT') return sql`exists (select 1 from tickets t where t.holder_id = u.id)`
  return sql`(exists (select 1 from event_staff s where s.user_id = u.id and s.kind = ${role})
    or exists (select 1 from user_roles r where r.user_id = u.id and r.role = ${role}))`
}

/** Whose a whole mail or phone (column of `u`) is: of who proved it, or of what waits for it; administrators find who gave it. */
type Contact = (kind: 'mail' | 'phone') => Sql
const provedOnly: Contact = (kind) => sql`(${sql.ref(`u.${kind}_proved_at`)} is not null or u.state = 'pending')`
const given: Contact = () => sql`true`

/** Name by its words, whatever case and accents; mail and phone only whole, so that a masked one is not guessed by parts. */
function matches({ username, status, userId }: Filters, isTheirs: Contact, name: Sql = sql`u.plain_name`): Sql {
  const isThat = userId === undefined ? sql`true` : sql`u.id = ${userId}::uuid`
  const state = sql`${isThat} and ${status === undefined ? sql`true` : status ? sql`u.state = 'active'` : sql`u.state <> 'active'`}`
  const byName = wordPatterns(username ?? '').map((pattern) => sql`${name} like ${pattern}`)
  if (!username || byName.length === 0) return state
  const phone = normalisePhone(username)
  return sql`${state} and ((${sql.join(byName, sql` and `)})
    or u.mail = ${mailSpelling(username)} and ${isTheirs('mail')} or u.phone = ${phone}::text and ${isTheirs('phone')})`
}

/** The first of few and many together, in order. */
function firstOf(order: Sql, limit: number): Sql {
  return sql`select * from few union all (select * from many order by ${order} limit ${limit})`
}

interface Seen {
  /** The circles that see them; none for those who see everybody. */
  readonly ids: readonly string[]
  readonly companyId: string | null
  readonly isHalf?: boolean
}

/** Rows of the chosen people, in order. */
function shown(chosen: Sql, order: Sql, { ids, companyId, isHalf }: Seen): RawBuilder<Row> {
  const known = knownName(ids, isHalf)
  return sql`
    select u.id, u.name, u.mail, u.phone, u.profile_image_id as "urlProfileImgId", u.state, p.since,
      accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at) as "isProved",
      (select count(*)::int from tickets t
        where t.holder_id = u.id and (p.is_whole or t.event_id in (select id from seen))) as tickets,
      coalesce(case when n.known = accounts_half_name(u.name) and n.known <> u.name
                    then (select min(s.given_name) from seen_staff s where s.user_id = u.id) end, n.known, u.name) as "knownName",
      ${paidOf('u', sql`o.company_id = ${companyId}::uuid and o.event_id in (select id from seen)`)} as paid,
      (select json_agg(json_build_object(
                'eventId', s.event_id, 'eventName', s.event_name, 'kind', s.kind, 'canScan', s.can_scan)
                order by s.created_at desc)
         from seen_staff s where s.user_id = u.id) as assignments,
      case when p.is_whole then json_build_object(
        'isGodAdmin', u.is_god_admin, 'isAdmin', u.is_admin, 'permission', u.permission,
        'grantedRoles', (select json_agg(r.role) from user_roles r where r.user_id = u.id),
        'membership', (select json_build_object('companyId', m.company_id, 'role', m.role)
                         from company_members m join companies c on c.id = m.company_id
                        where m.user_id = u.id and c.state = 'approved')) end as "roleSources"
      from (${chosen}) p
      join users u on u.id = p.id
     cross join lateral (select ${known} as known) n
     order by ${order}`
}

/** One page, and how many there are as far as they are counted, in one statement. */
async function selectPage(
  app: App,
  people: Sql,
  order: Sql,
  { limit, offset, ...seen }: { limit: number; offset: number } & Seen,
): Promise<{ rows: readonly Row[]; total: number }> {
  const page = sql`
    select * from (${firstOf(order, offset + limit)}) p order by ${order} limit ${limit} offset ${offset}`
  const { rows, total } = await oneRow(
    app.db,
    sql<{ rows: Row[] | null; total: number }>`${people}
      select (select count(*)::int from few) + (select count(*)::int from (select from many limit ${MOST_COUNTED + 1}) m) as total,
             (select json_agg(shown) from (${shown(page, order, seen)}) shown) as rows`,
  )
  return { rows: rows ?? [], total }
}

/** The next part of them all. */
async function selectPart(
  app: App,
  people: Sql,
  order: Sql,
  part: { readonly whole: WholeList; readonly limit: number } & Seen,
): Promise<readonly Row[]> {
  const ids = await nextIds(part, async (most) => {
    const { rows } = await sql<{ id: string }>`${people}
      select id from (${firstOf(order, most)}) p order by ${order} limit ${most}`.execute(app.db)
    return rows
  })
  const chosen = sql`select * from (select * from few union all select * from many) p where id = any (${ids}::uuid[])`
  const { rows } = await sql<Row>`${people} ${shown(chosen, order, part)}`.execute(app.db)
  return rows
}

function dashboardUser(app: App, row: Row, actor: Actor): DashboardUser {
  const { paid, knownName: _, roleSources, ...person } = row
  const assignments = row.assignments ?? []
  const roles = rolesOf({
    isGodAdmin: roleSources?.isGodAdmin ?? false,
    isAdmin: roleSources?.isAdmin ?? false,
    permission: roleSources?.permission ?? null,
    grantedRoles: roleSources?.grantedRoles ?? [],
    membership: roleSources?.membership ?? null,
    eventRoles: assignments,
  }).map(toWireRole)
  const shown = {
    ...person,
    name: nameFor(actor, row),
    username: nameFor(actor, row),
    urlProfileImgId: pictureFor(actor, row),
    status: row.state === 'active',
    since: toInstant(row.since),
    role: roles[0] ?? 'CLIENT',
    roles: [...new Set(roles)],
    assignments,
  }
  return row.id === actor.userId ? shown : maskPayer(app, actor, shown, paid)
}
