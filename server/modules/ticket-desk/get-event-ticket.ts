/** One ticket with all that happened to it. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import { toPesos } from '#contract/values/money.ts'
import type { getEventTicket as endpoint, TicketStep } from '#contract/sales/ticket-desk.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { maskPayer } from '#server/modules/accounts/contact/mask-contact.ts'
import { Failure } from '#server/shared/failure.ts'
import { listNames } from './names.ts'
import { hasPaid, selectTickets, ticketFor, typedOr } from './queries-tickets.ts'

interface StepRecord extends Omit<TicketStep, 'by' | 'to' | 'amount'> {
  readonly byId: string | null
  readonly toId: string | null
  readonly amountCents: number | null
}

/** What was paid with a ticket (alias `t`) for its drinks. */
const drinksOf = sql`(
  select coalesce(sum(v.price_cents + v.fee_cents), 0)::bigint from drink_vouchers v
   where v.ticket_id = t.id and v.order_id = t.order_id)`

/** Throws `ticket_not_found` for a ticket of another event. */
export async function getEventTicket(
  app: App,
  { actor, proof: eventId, params: { ticketId } }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const row = await selectTickets(app, actor)
    .select([
      'b.mail as payerMail',
      'b.phone as payerPhone',
      sql<number>`t.price_cents + t.fee_cents + ${drinksOf}`.as('paidCents'),
    ])
    .where('t.event_id', '=', eventId)
    .where('t.id', '=', ticketId)
    .executeTakeFirst()
  if (!row) throw new Failure('ticket_not_found')
  const { companyId, holderId, payerId } = row
  const records = await listSteps(app, ticketId)
  const people = records.flatMap(({ byId, toId }) => [byId, toId].filter((id) => id !== null))
  const known = new Map([
    [payerId, row.payerName],
    [holderId, row.holderName],
  ])
  const names = await listNames(app, actor, people, { eventId, companyId, known })
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  const payer = typedOr(actor, { name: row.payerName, mail: row.payerMail, phone: row.payerPhone }, row)
  return {
    ...ticketFor(app, actor, row),
    payer: maskPayer(app, actor, payer, { hasPaid: hasPaid(actor, row), typedContacts: row.typedContacts }),
    paid: toPesos(row.paidCents),
    steps: records.map(({ byId, toId, amountCents, ...step }) => ({
      ...step,
      by: nameOf(byId),
      to: nameOf(toId),
      amount: amountCents === null ? null : toPesos(amountCents),
    })),
  }
}

/**
 * Each part is found by an index of the ticket or its order. A message went to the holder of its epoch: the receiver of the
 * transfer that began it, or before the first transfer its sender.
 */
async function listSteps(app: App, ticketId: string): Promise<StepRecord[]> {
  const { rows } = await sql<StepRecord>`
    with t as (select * from tickets where id = ${ticketId}::uuid),
    steps (at, what, by_id, to_id, channel, delivery, amount_cents, source, reason, place) as (
      select coalesce(o.paid_at, o.created_at), 'bought', o.buyer_id, null::uuid, null, null,
             t.price_cents + t.fee_cents + ${drinksOf}, null, null, 0
        from t join orders o on o.id = t.order_id
      union all
      select i.created_at, 'issued', i.made_by, t.payer_id, null, null, t.price_cents, null, null, 0
        from t join issuances i on i.id = t.issuance_id
      union all
      select coalesce(d.sent_at, d.created_at), 'sent', null,
             coalesce((select x.to_id from ticket_transfers x where x.ticket_id = t.id and x.epoch = d.epoch),
                      (select x.from_id from ticket_transfers x
                        where x.ticket_id = t.id and x.epoch > d.epoch order by x.epoch limit 1), t.holder_id),
             d.channel, d.state, null, null, null, 1
        from t join deliveries d on d.ticket_id = t.id
      union all
      select x.created_at, 'transferred', x.from_id, x.to_id, null, null, null, null, null, 0
        from t join ticket_transfers x on x.ticket_id = t.id
      union all
      select c.at, 'admitted', c.scanner_id, null, null, null, null, null, null, 0
        from t join scans c on c.ticket_id = t.id and c.result = 'admitted'
      union all
      select o.paid_at, 'drinks_added', o.buyer_id, null, null, null, o.total_cents, null, null, 0
        from t join orders o on o.ticket_id = t.id and o.paid_at is not null
      union all
      select v.redeemed_at, 'served', v.redeemed_by, null, null, null, null, null, d.name, 1
        from t join drink_vouchers v on v.ticket_id = t.id and v.redeemed_at is not null join drinks d on d.id = v.drink_id
      union all
      select r.created_at, 'refund_requested', r.requested_by, null, null, null, r.amount_cents, r.source, r.reason, 2
        from (${refundsOf}) r
      union all
      select coalesce(r.completed_at, r.ended_at),
             case when r.state in ('completed', 'external') then 'refunded' else 'refund_failed' end,
             null, null, null, null, r.amount_cents, r.source, null, 3
        from (${refundsOf}) r
       where r.state in ('completed', 'external', 'failed', 'rejected') and coalesce(r.completed_at, r.ended_at) is not null
      union all
      select a.at, k.what, a.actor_id, null, null, null, null, null, a.after ->> 'reason', 0
        from t join audit_rows a on a.object_type = 'ticket' and a.object_id = t.id::text
        join (values ('ticket.resend', 'resent'), ('ticket.cancel', 'cancelled'), ('ticket.give_up', 'given_up'))
               k (action, what) on k.action = a.action
      union all
      select x.at, 'expired', null, null, null, null, null, null, null, 4
        from t join expired_events x on x.event_id = t.event_id where t.state = 'expired'
    )
    select at, what, by_id as "byId", to_id as "toId", channel, delivery, amount_cents as "amountCents", source, reason
      from steps order by at, place, what, channel`.execute(app.db)
  return rows
}

/** Of the ticket, of its whole order, and of drinks that were added to it. */
const refundsOf = sql`
  select r.* from t join refunds r on r.ticket_id = t.id
   union all
  select r.* from t join refunds r on r.order_id = t.order_id and r.ticket_id is null
   union all
  select r.* from t join orders o on o.ticket_id = t.id join refunds r on r.order_id = o.id`
