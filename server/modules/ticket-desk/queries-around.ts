/** What the ticket dashboard shows besides its rows: counters, what can be issued, promoters. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getTicketDashboard, TicketSummary } from '#contract/sales/ticket-desk.ts'
import type { App } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import { maskContact } from '#server/modules/accounts/contact/mask-contact.ts'
import { getIssueOptions } from '#server/modules/box-office/queries.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { staffNameFor } from '#server/modules/events/staff/staff-name.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'

type Dashboard = Answer<typeof getTicketDashboard>
type Around = Omit<Dashboard, 'tickets' | 'pagination'>

const MOST_PROMOTERS = 200

/** `events` is a condition over `e`; what belongs to one event is given when `eventId` meets it. */
export async function getAround(
  app: App,
  actor: Actor,
  events: RawBuilder<unknown>,
  eventId: string | undefined,
): Promise<Around> {
  const [summary, rrppUsers, lastGeneratedTicket, options] = await Promise.all([
    countTickets(app, events),
    listPromoters(app, actor, events),
    findLastGenerated(app, actor, events),
    eventId === undefined ? undefined : findOptions(app, events, eventId),
  ])
  return {
    summary: [summary],
    promo: null,
    ticketTypes: options?.ticketTypes ?? [],
    courtesyAvailability: options?.courtesyAvailability ?? null,
    rrppUsers,
    lastGeneratedTicket,
  }
}

/** Adds the counters of sales and doors to the scans since the mark of the totals. */
function countTickets(app: App, events: RawBuilder<unknown>): Promise<TicketSummary> {
  return oneRow(
    app.db,
    sql<TicketSummary>`
    with own as materialized (select e.id from events e where ${events})
    select coalesce(sum(s.sold), 0)::int as sold, coalesce(sum(s.courtesy), 0)::int as courtesies,
           coalesce(sum(coalesce(v.capacity, s.capacity)), 0)::int as capacity,
           ((select coalesce(sum(k.scanned), 0)::int from event_totals k where k.event_id in (select id from own))
            + (select count(*)::int from scans c
                where c.event_id in (select id from own) and c.result = 'admitted'
                  and c.at > (select m.scanned_until from totals_mark m))) as admitted
      from own
      left join lateral (select sum(y.sold) as sold, sum(y.courtesy) as courtesy, sum(y.capacity) as capacity
                           from ticket_stock y where y.event_id = own.id) s on true
      left join event_stock v on v.event_id = own.id`,
  )
}

async function listPromoters(app: App, actor: Actor, events: RawBuilder<unknown>): Promise<Dashboard['rrppUsers']> {
  const { rows } = await sql<{
    id: string
    name: string
    mail: string | null
    phone: string | null
    givenName: string | null
  }>`
    select u.id, u.name, u.mail, u.phone, min(s.given_name) as "givenName"
      from events e join event_staff s on s.event_id = e.id and s.kind = 'RRPP' join users u on u.id = s.user_id
     where ${events} and u.state <> 'deleted'
     group by u.id order by u.id limit ${MOST_PROMOTERS}`.execute(app.db)
  return rows
    .map(({ givenName, ...row }) => {
      const name = staffNameFor(actor, { name: row.name, givenName }) ?? ''
      return maskContact({ ...row, name, username: name }, isAdministrator(actor) || row.id === actor.userId)
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
}

async function findLastGenerated(
  app: App,
  actor: Actor,
  events: RawBuilder<unknown>,
): Promise<Dashboard['lastGeneratedTicket']> {
  const holder = isAdministrator(actor) ? sql`h.name` : sql`box_office_holder_name(t)`
  const { rows } = await sql<NonNullable<Dashboard['lastGeneratedTicket']>>`
    select t.id, t.number, y.name as type, ${holder} as "holderName", t.created_at as "createdAt"
      from events e
     cross join lateral (select i.id from issuances i where i.event_id = e.id order by i.id desc limit 1) i
      join tickets t on t.issuance_id = i.id and t.position = 1
      join ticket_types y on y.id = t.type_id
      join users h on h.id = t.holder_id
     where ${events} order by i.id desc limit 1`.execute(app.db)
  return rows[0] ?? null
}

async function findOptions(app: App, events: RawBuilder<unknown>, eventId: string) {
  const { rows } = await sql`select from events e where ${events} and e.id = ${eventId}::uuid`.execute(app.db)
  // Of the events in view, which are those that the caller manages.
  return rows.length === 0 ? undefined : getIssueOptions(app, { proof: eventId as ManagedEventId })
}
