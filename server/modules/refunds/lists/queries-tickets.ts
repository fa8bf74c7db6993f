/** Reads of an event's tickets with their money, for those who refund them. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import { toPesos } from '#contract/values/money.ts'
import type { listRefundableTickets, listRefundTickets, RefundableTicket } from '#contract/sales/refunds.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { typedContactsOf } from '#server/modules/checkout/queries-buyer.ts'
import { isAdministrator } from '#server/shared/actor.ts'
import { payerFor } from './queries.ts'
import { ticketMoney } from '../ticket-money.ts'
import { searchedNumber } from './searched-number.ts'

interface TicketRecord extends Omit<RefundableTicket, 'payer' | 'amount' | 'refunded' | 'refundable'> {
  readonly payerName: string
  readonly payerMail: string | null
  readonly payerPhone: string | null
  readonly companyId: string
  readonly typedContacts: string[] | null
  /** Through the provider: not in person. */
  readonly hasPaid: boolean
  readonly amountCents: number
  readonly refundedCents: number
  readonly leftCents: number
}

/** Every ticket that was paid for, and every purchase that added drinks to one, with what of it went back. */
export function listTicketsWithRefunds(
  app: App,
  call: Call<typeof listRefundTickets>,
): Promise<Answer<typeof listRefundTickets>> {
  const { state } = call.query
  return listTickets(app, call, sql`m.amount_cents > 0 and ${state ? sql`m.state = ${state}` : sql`true`}`)
}

/** Tickets whose money can be asked back; used ones too, for those who may. */
export function listRefundable(
  app: App,
  call: Call<typeof listRefundableTickets>,
): Promise<Answer<typeof listRefundableTickets>> {
  const withUsed = call.query.used === 'with'
  return listTickets(app, call, withUsed ? sql`coalesce(m.obstacle = 'used', true)` : sql`m.obstacle is null`)
}

function listTickets(
  app: App,
  { actor, proof: eventId, query }: Call<typeof listRefundTickets> | Call<typeof listRefundableTickets>,
  condition: RawBuilder<unknown>,
): Promise<Answer<typeof listRefundTickets>> {
  const payer = isAdministrator(actor)
    ? sql`b.name`
    : sql`coalesce(o.guest_name, case when m.kind in ('paid', 'free') then b.name else accounts_half_name(b.name) end)`
  const holder = isAdministrator(actor)
    ? sql`h.name`
    : sql`case when m.holder_id = m.payer_id then ${payer} else accounts_half_name(h.name) end`
  const tickets = sql<TicketRecord>`(
    select case when m.is_drinks then m.order_id else m.ticket_id end as id, m.ticket_id as "ticketId", m.is_drinks as "isDrinks", m.number,
           (select coalesce(json_agg(d.name order by v.position), '[]') from drink_vouchers v join drinks d on d.id = v.drink_id
             where v.ticket_id = m.ticket_id and v.order_id = m.order_id and v.redeemed_at is null) as drinks, y.name as type, m.state, ${holder} as "holderName", m.public_id as "orderId",
           m.order_number as "orderNumber",
           ${payer} as "payerName", ${typedContactsOf('o', 'b')} as "typedContacts",
           m.kind = 'paid' and m.payment_id is not null as "hasPaid", b.mail as "payerMail", b.phone as "payerPhone", m.paid_at as "paidAt",
           m.amount_cents as "amountCents", m.refunded_cents as "refundedCents", m.left_cents as "leftCents", m.obstacle, e.company_id as "companyId"
      from (${ticketMoney({ eventId })}) m join events e on e.id = m.event_id join ticket_types y on y.id = m.type_id join users h on h.id = m.holder_id
      join users b on b.id = m.payer_id left join orders o on o.id = m.order_id
     where ${condition})`
  return pageOf(app.db.selectFrom(tickets.as('m')).selectAll(), query, {
    rows: 'tickets',
    id: 'm.id',
    sort: { number: 'm.number', paidAt: 'm.paidAt', amount: 'm.amountCents' },
    areNullsLast: true,
    search: [
      sql`concat_ws(' ', m.number, ${searchedNumber(sql`m."orderNumber"`)}, m."payerName", m."holderName", m.type)`,
    ],
    map: ({
      payerName,
      payerMail,
      payerPhone,
      companyId,
      typedContacts,
      hasPaid,
      amountCents,
      refundedCents,
      leftCents,
      ...ticket
    }) => {
      const mayUsed = ticket.obstacle === 'used' && actor.roles.includes('godAdmin')
      return {
        ...ticket,
        payer: payerFor(app, actor, { payerName, payerMail, payerPhone, companyId, typedContacts, hasPaid }),
        amount: toPesos(amountCents),
        refunded: toPesos(refundedCents),
        refundable: ticket.obstacle === null || mayUsed ? toPesos(leftCents) : 0,
      }
    },
  })
}
