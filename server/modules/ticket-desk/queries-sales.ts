/** Reads of an event's purchases. */
import { sql } from 'kysely'
import { toPesos } from '#contract/values/money.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { EventSale, listEventSales } from '#contract/sales/event-sales.ts'
import type { App } from '#server/context.ts'
import { isOnLocalDay } from '#server/db/local-day.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { maskPayer } from '#server/modules/accounts/contact/mask-contact.ts'
import { typedContactsOf } from '#server/modules/checkout/queries-buyer.ts'
import { givenNameOf, staffNameFor } from '#server/modules/events/staff/staff-name.ts'
import { searchedNumber } from '#server/modules/refunds/lists/searched-number.ts'
import { isAdministrator } from '#server/shared/actor.ts'
import { typedOr } from './queries-tickets.ts'

interface SaleRecord extends Pick<
  EventSale,
  'id' | 'orderNumber' | 'types' | 'drinks' | 'tickets' | 'state' | 'discountCode' | 'paidAt'
> {
  readonly buyerId: string
  readonly companyId: string
  readonly name: string
  /** Of a sale in person, as typed; the name also of an order without a session. */
  readonly typedName: string | null
  readonly typedMail: string | null
  readonly typedPhone: string | null
  readonly isOrder: boolean
  readonly mail: string | null
  readonly phone: string | null
  readonly promoterName: string | null
  readonly givenName: string | null
  readonly paidCents: number
  readonly refundedCents: number
}

/** What was paid, and each act of a sale in person: what the metrics count. Free orders are in the list of tickets. */
const salesOf = (eventId: string) => sql<SaleRecord>`(
  select o.id, o.number as "orderNumber", o.buyer_id as "buyerId", o.company_id as "companyId", o.tickets_count as tickets,
         o.paid_cents as "paidCents", o.refunded_cents as "refundedCents", o.state, o.promoter_id as "promoterId",
         o.discount_code as "discountCode", o.paid_at as "paidAt", true as "isOrder", o.guest_name as "typedName", null as "typedMail",
         null as "typedPhone",
         (select coalesce(json_agg(json_build_object('name', y.name, 'quantity', l.quantity) order by y.place, y.position), '[]')
            from order_lines l join ticket_types y on y.id = l.type_id where l.order_id = o.id) as types,
         case when o.drinks_count = 0 then '[]' else (
           select json_agg(json_build_object('name', d.name, 'quantity', l.quantity) order by d.position, d.id)
             from order_drinks l join drinks d on d.id = l.drink_id where l.order_id = o.id) end as drinks
    from orders o where o.event_id = ${eventId}::uuid and o.paid_cents > 0
   union all
  select i.id, null, t.payer_id, e.company_id, i.quantity, i.quantity * i.price_cents, t.cancelled * i.price_cents,
         case t.cancelled when 0 then 'paid' when i.quantity then 'refunded' else 'partially_refunded' end, p.promoter_id, null,
         i.created_at, false, i.recipient_name, i.recipient_mail, i.recipient_phone, json_build_array(json_build_object('name', y.name, 'quantity', i.quantity)), '[]'
    from issuances i join events e on e.id = i.event_id join ticket_types y on y.id = i.type_id
    left join promos p on p.id = i.promo_id
   cross join lateral (select (array_agg(k.payer_id))[1] as payer_id,
                              count(*) filter (where k.state = 'cancelled')::int as cancelled
                         from tickets k where k.issuance_id = i.id) t
   where i.event_id = ${eventId}::uuid and i.kind = 'in_person')`

/** A page of an event's purchases. */
export function listSales(
  app: App,
  { actor, proof: eventId, query }: Call<typeof listEventSales>,
): Promise<Answer<typeof listEventSales>> {
  const { state, date } = query
  // Searched and sorted as it is shown (threat 4).
  const name = isAdministrator(actor)
    ? sql<string>`b.name`
    : sql<string>`coalesce(s."typedName", case when s."isOrder" then b.name else accounts_half_name(b.name) end)`
  const sales = app.db
    .selectFrom(salesOf(eventId).as('s'))
    .innerJoin('users as b', 'b.id', 's.buyerId')
    .leftJoin('orders as o', 'o.id', 's.id')
    .leftJoin('users as p', (join) => join.on(sql`p.id`, '=', sql`s."promoterId"`))
    .select([
      's.id',
      's.orderNumber',
      's.companyId',
      's.types',
      's.drinks',
      's.tickets',
      's.paidCents',
      's.refundedCents',
      's.state',
    ])
    .select(['s.discountCode', 's.paidAt', 's.isOrder', 's.typedMail', 's.typedPhone', 'p.name as promoterName'])
    .select([name.as('name'), 'b.mail', 'b.phone', typedContactsOf('o', 'b').as('typedContacts')])
    .select(givenNameOf(sql`p.id`, sql`${eventId}::uuid`).as('givenName'))
    .$if(state !== undefined, (found) => found.where('s.state', '=', state ?? 'paid'))
    .$if(date !== undefined, (found) => found.where(isOnLocalDay(sql`s."paidAt"`, date)))
  return pageOf(sales, query, {
    rows: 'sales',
    id: 's.id',
    sort: { paidAt: 's.paidAt', paid: 's.paidCents', tickets: 's.tickets', name: sql`plain_text(${name})` },
    search: [sql`concat_ws(' ', ${searchedNumber(sql`s."orderNumber"`)}, ${name}, s."discountCode")`],
    map: ({ name, mail, phone, companyId, promoterName, givenName, paidCents, refundedCents, ...record }) => {
      const { isOrder, typedMail, typedPhone, typedContacts, ...sale } = record
      const hasPaid = isOrder && paidCents > 0 && companyId === actor.companyId
      const buyer = typedOr(actor, { name, mail, phone }, { typedMail, typedPhone })
      return {
        ...sale,
        buyer: maskPayer(app, actor, buyer, { hasPaid, typedContacts }),
        promoterName: staffNameFor(actor, { name: promoterName, givenName }),
        paid: toPesos(paidCents),
        refunded: toPesos(refundedCents),
      }
    },
  })
}
