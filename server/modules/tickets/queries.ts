/** Reads about tickets, for their holders and their documents. */
import { sql, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { toLocalDate } from '#contract/values/dates.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import type { PublicImage } from '#contract/events/event-schemas.ts'
import type { FailureCode } from '#contract/api/failures.ts'
import { toPesos } from '#contract/values/money.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import {
  TRANSFERS_PER_TICKET,
  type getMyTickets as endpoint,
  type Ticket,
  type TicketState,
} from '#contract/sales/tickets.ts'
import type { App, Core, Db } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { movedUntil } from '#server/modules/events/queries.ts'
import { toInstant } from '#server/shared/clock.ts'
import { isOfAge } from '#server/shared/age.ts'
import { Failure } from '#server/shared/failure.ts'
import { codeSigner } from './issuing/cache.ts'
import { isLinkToken, makeLinkToken, ticketOfLinkToken } from './link-token.ts'

/** Everything that is shown of a ticket, on a screen or in a document. */
export type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>['executeTakeFirstOrThrow']>>

/** Why a ticket (alias `t`) of an event (alias `e`) stays with its holder, or null (tickets_transfer_problem.sql). */
export const transferProblem: RawBuilder<FailureCode | null> = sql`tickets_transfer_problem(
  t.state, t.transfers, ${TRANSFERS_PER_TICKET}, e.allows_transfers, e.state, is_event_expired(e.starts_at, e.ends_at))`

/** States of a ticket that its holder gave back, or lost. */
const RETURNED = ['refunded', 'cancelled']

/** Bought by its holder, and not made for them by somebody who typed their contacts. */
const isOwn = sql<boolean>`t.payer_id = t.holder_id and t.issuance_id is null`

function selectTickets(db: Db) {
  return (
    db
      .selectFrom('tickets as t')
      .innerJoin('ticket_types as y', 'y.id', 't.type_id')
      .innerJoin('events as e', 'e.id', 't.event_id')
      .innerJoin('users as h', 'h.id', 't.holder_id')
      .leftJoin('images as i', 'i.id', 'e.flyer_id')
      .select(['t.id', 't.number', 't.state', 't.epoch', 't.key_id as keyId', 't.price_cents as priceCents'])
      .select([
        't.used_at as usedAt',
        't.position',
        't.holder_id as holderId',
        't.type_id as typeId',
        't.order_id as orderId',
        't.issuance_id as issuanceId',
      ])
      .select(['y.name as typeName', 'y.position as typePosition', 'y.valid_until as validUntil'])
      .select(['e.id as eventId', 'e.number as eventNumber', 'e.name as eventName', 'e.state as eventState'])
      .select(publicSlug.as('eventSlug'))
      .select(['e.starts_at as startsAt', 'e.ends_at as endsAt', 'e.venue_name as venueName', 'e.address', 'e.city'])
      .select(['e.province', 'e.lat', 'e.lng'])
      .select(sql<number | null>`case when e.forbids_minors then coalesce(e.minimum_age, 18) end`.as('ageLimit'))
      // Where minors are forbidden and no age is given, 18 (as checkout_lock_batch.sql).
      .select(
        sql<number | null>`case when e.forbids_minors then coalesce(e.minimum_age, 18) else e.minimum_age end`.as(
          'minimumAge',
        ),
      )
      .select([
        'e.admission_conditions as admissionConditions',
        movedUntil.as('movedUntil'),
        'e.company_id as companyId',
      ])
      .leftJoin('orders as g', (join) => join.onRef('g.id', '=', 't.order_id').on('g.guest_name', 'is not', null))
      // Bought without a session, a ticket keeps the name that was typed: who joined it to an account shows no stranger theirs.
      .select(sql<string>`case when t.epoch = 1 then coalesce(g.guest_name, h.name) else h.name end`.as('holderName'))
      .select([
        'g.public_id as guestOrderId',
        'h.state as holderState',
        'h.birth_date as holderBirthDate',
        't.transfers',
      ])
      // Where it may be sent: what a person gave and did not prove gets at most what they bought themselves.
      .select(sql<string | null>`accounts_reach_mail(h, ${isOwn})`.as('holderMail'))
      .select(sql<string | null>`accounts_reach_phone(h, ${isOwn})`.as('holderPhone'))
      // Paid for by its present holder: theirs are the receipt and the right of regret.
      .select(sql<boolean>`t.kind = 'paid' and t.epoch = 1 and t.payer_id = t.holder_id`.as('isPurchase'))
      .select(transferProblem.as('transferProblem'))
      // As `decide-drinks.ts`, which has the last word; a private event shows its menu to its people alone.
      .select(
        sql<boolean>`t.state in ('valid', 'used') and not e.is_private
          and events_is_on_sale(e.state, null, e.expires_at, (select c.state from companies c where c.id = e.company_id), app_now())
          and exists (select from drinks d where d.event_id = e.id and d.removed_at is null and d.is_available)`.as(
          'hasBar',
        ),
      )
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('drink_vouchers as v')
            .innerJoin('drinks as d', 'd.id', 'v.drink_id')
            .whereRef('v.ticket_id', '=', 't.id')
            .where(sql<boolean>`checkout_serves_drink(v, t.order_id)`)
            .select(['v.id', 'd.name', 'v.redeemed_at as redeemedAt'])
            .orderBy('v.order_id')
            .orderBy('v.position'),
        ).as('vouchers'),
      )
      .select(['i.id as imageId', 'i.width as imageWidth', 'i.height as imageHeight'])
      .select(
        sql<number>`greatest(1, case when t.issuance_id is null
                                     then (select count(*)::int from tickets o where o.order_id = t.order_id)
                                     else (select count(*)::int from tickets o where o.issuance_id = t.issuance_id) end)`.as(
          'ofTotal',
        ),
      )
  )
}

/** The ticket, or undefined. */
export function findTicket(app: Core, id: string): Promise<TicketRow | undefined> {
  return selectTickets(app.db).where('t.id', '=', id).executeTakeFirst()
}

/** The tickets that exist of these ids, by their place in their order. */
export function findTickets(app: App, ids: readonly string[]): Promise<TicketRow[]> {
  return selectTickets(app.db).where('t.id', 'in', ids).orderBy('t.position').orderBy('t.id').execute()
}

/** The flyer of a ticket's event. */
export function flyerOfTicket({ imageId, imageWidth, imageHeight }: TicketRow): PublicImage | null {
  return imageId ? { id: imageId, width: imageWidth ?? 0, height: imageHeight ?? 0 } : null
}

/** Beyond one person's tickets of one night. */
const MAX_PAGES = 100

/** What a person holds of an event and did not return, as their list orders it. */
export function findHeldOfEvent(app: App, holderId: string, eventId: string): Promise<TicketRow[]> {
  return selectTickets(app.db)
    .where('t.holder_id', '=', holderId)
    .where('t.event_id', '=', eventId)
    .where('t.state', 'not in', RETURNED)
    .orderBy('t.order_id')
    .orderBy('t.issuance_id')
    .orderBy('t.position')
    .limit(MAX_PAGES)
    .execute()
}

const isShown = (state: string) => state === 'valid' || state === 'used'

/**
 * Whether a ticket was handed on to, or made for, a person whose known age its event forbids (rule R11.5). Decided where the code is shown:
 * a refused hand-over would tell its giver the age of the owner of any phone.
 */
export function isBarredByAge(app: Core, row: TicketRow): boolean {
  const { transfers, issuanceId, ageLimit, holderBirthDate, startsAt } = row
  if ((transfers === 0 && issuanceId === null) || ageLimit === null || holderBirthDate === null) return false
  return !isOfAge(holderBirthDate, ageLimit, toLocalDate(startsAt ?? app.clock.now()))
}

/** What a ticket's QR says, by ticket; null for tickets that no door would look at, and for holders under age. */
export async function codeWriter(app: App): Promise<(row: TicketRow) => string | null> {
  const sign = await codeSigner(app)
  return (row) => {
    if (!isShown(row.state) || isBarredByAge(app, row)) return null
    const { keyId, eventNumber, id: ticketId, epoch, typePosition } = row
    return sign({ keyId, eventNumber, ticketId, epoch, typePosition })
  }
}

/** The ticket of an answer, without its secrets for support sessions. */
function toTicket(app: Core, row: TicketRow, secrets: { code: string | null; linkToken: string } | null): Ticket {
  return {
    id: row.id,
    number: row.number,
    state: row.state as TicketState, // CHECK on the column
    qrRedeemed: row.state === 'used',
    type: { id: row.typeId, name: row.typeName },
    price: toPesos(row.priceCents),
    holderName: row.holderName,
    usedAt: row.usedAt,
    validUntil: row.validUntil,
    position: row.position,
    ofTotal: row.ofTotal,
    vouchers: row.vouchers.map((voucher) => ({
      ...voucher,
      redeemedAt: voucher.redeemedAt && toInstant(voucher.redeemedAt),
    })),
    canTransfer: row.transferProblem === null,
    canAddDrinks: row.hasBar && secrets !== null && !isBarredByAge(app, row),
    isBarredByAge: isBarredByAge(app, row),
    code: secrets?.code ?? null,
    linkToken: secrets?.linkToken ?? null,
    event: {
      id: row.eventId,
      number: row.eventNumber,
      slug: row.eventSlug,
      name: row.eventName,
      state: row.eventState,
      startDate: row.startsAt,
      endDate: row.endsAt,
      adress: row.address,
      Location: { name: row.venueName, city: row.city, province: row.province, lat: row.lat, lng: row.lng },
      flyer: flyerOfTicket(row),
      minimumAge: row.minimumAge,
      admissionConditions: row.admissionConditions,
      movedUntil: row.movedUntil,
    },
  }
}

/**
 * The tickets that a person holds, upcoming ones by date and past ones from the newest. What was returned of an event that is to
 * come is in both: as news, and for good. A support session sees them without code and link (rule R5.16).
 */
export function getMyTickets(app: App, { actor, query }: Call<typeof endpoint>): Promise<Answer<typeof endpoint>> {
  const { when, purchase } = query
  const isPast = sql<boolean>`is_event_expired(e.starts_at, e.ends_at)`
  const held = selectTickets(app.db)
    .where('t.holder_id', '=', actor.userId)
    .$if(when === 'upcoming', (tickets) => tickets.where(isPast, '=', false))
    .$if(when === 'past', (tickets) =>
      tickets.where((eb) => eb.or([isPast, eb('t.state', 'in', RETURNED), eb('e.state', '=', 'cancelled')])),
    )
    .$if(purchase !== undefined, (tickets) =>
      tickets.where('t.order_id', 'in', (eb) =>
        eb
          .selectFrom('orders as o')
          .where('o.public_id', '=', purchase ?? '')
          .where('o.buyer_id', '=', actor.userId)
          .select('o.id'),
      ),
    )
    .orderBy('e.starts_at', (start) => (when === 'upcoming' ? start.asc().nullsLast() : start.desc().nullsFirst()))
    .orderBy('t.order_id')
    .orderBy('t.issuance_id')
    .orderBy('t.position')
  return pageOf(held, query, {
    rows: 'tickets',
    id: 't.id',
    async read(page) {
      const [rows, code] = await Promise.all([page.execute(), codeWriter(app)])
      return rows.map((row) =>
        toTicket(
          app,
          row,
          actor.impersonatorId ? null : { code: code(row), linkToken: makeLinkToken(app.vault, row.id, row.epoch) },
        ),
      )
    },
  })
}

/** The ticket that a link opens. Throws `ticket_link_invalid` for a wrong token and for one of an earlier epoch. */
export async function getTicketByLink(app: App, token: string): Promise<Ticket> {
  const id = ticketOfLinkToken(token)
  const row = id ? await findTicket(app, id) : undefined
  if (!row || !isLinkToken(app.vault, row.id, row.epoch, token)) throw new Failure('ticket_link_invalid')
  const code = await codeWriter(app)
  return toTicket(app, row, { code: code(row), linkToken: token })
}

/** The tickets of an order that were not handed on, for who holds the order's token. */
export async function listTicketsOfOrder(app: App, orderId: string): Promise<Ticket[]> {
  const [rows, code] = await Promise.all([
    selectTickets(app.db).where('t.order_id', '=', orderId).where('t.epoch', '=', 1).orderBy('t.position').execute(),
    codeWriter(app),
  ])
  return rows.map((row) =>
    toTicket(app, row, { code: code(row), linkToken: makeLinkToken(app.vault, row.id, row.epoch) }),
  )
}

/** The valid tickets of an order that were neither handed on nor issued again, by their ids. */
export async function listUntouched(app: Core, orderId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', orderId)
    .where('epoch', '=', 1)
    .where('state', '=', 'valid')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The tickets that an order has been given, by their place in it. */
export async function findIssued(app: Core, orderId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.id)
}

/** What codes say of an event: its number, and the position of each of its types. */
export async function findIssuing(app: Core, eventId: string) {
  const rows = await app.db
    .selectFrom('ticket_types as y')
    .innerJoin('events as e', 'e.id', 'y.event_id')
    .select(['y.id', 'y.position', 'e.number'])
    .where('y.event_id', '=', eventId)
    .execute()
  return { eventNumber: rows[0]?.number ?? 0, positions: new Map(rows.map((row) => [row.id, row.position])) }
}

/** Finished events whose unused tickets have not expired yet. */
export async function findEventsToExpire(app: App, limit: number): Promise<string[]> {
  const rows = await app.db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.state', '=', 'success')
    .where(sql<boolean>`door_closes_at(e.starts_at, e.ends_at) < app_now()`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('expired_events as x').whereRef('x.event_id', '=', 'e.id').select('x.event_id'))),
    )
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Every ticket that this person holds, whatever its state. */
export async function listTicketIds(app: App, holderId: string): Promise<string[]> {
  const rows = await app.db.selectFrom('tickets').select('id').where('holder_id', '=', holderId).execute()
  return rows.map(({ id }) => id)
}

/** Whether money of this ticket is being refunded (payments_refunds_of_ticket.sql). */
export async function isBeingRefunded(app: Core, ticketId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tickets t cross join lateral payments_refunds_of_ticket(t.order_id, t.id) where t.id = ${ticketId} limit 1`.execute(
    app.db,
  )
  return rows.length === 1
}

/** Who gave this ticket to the holder of this epoch; null when it was bought or given by its organizer. */
export async function findGiver(app: App, { id, epoch }: Pick<TicketRow, 'id' | 'epoch'>): Promise<string | null> {
  const row = await app.db
    .selectFrom('ticket_transfers as x')
    .innerJoin('users as g', 'g.id', 'x.from_id')
    .select('g.name')
    .where('x.ticket_id', '=', id)
    .where('x.epoch', '=', epoch)
    .executeTakeFirst()
  return row?.name ?? null
}

/** The organization that made this ticket by hand, and whether it was paid; null for a ticket of an order. */
export async function findIssuer(
  app: App,
  { id }: Pick<TicketRow, 'id'>,
): Promise<{ readonly name: string; readonly wasPaid: boolean } | null> {
  const row = await app.db
    .selectFrom('tickets as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['c.name', sql<boolean>`t.kind = 'in_person'`.as('wasPaid')])
    .where('t.id', '=', id)
    .where('t.issuance_id', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/** Every ticket of an order, in the order of the ids. */
export async function listOrderTickets(app: Core, orderId: string): Promise<string[]> {
  const rows = await app.db.selectFrom('tickets').select('id').where('order_id', '=', orderId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
