/** Reads for the bar. */
import { sql, type RawBuilder } from 'kysely'
import type { ServedVoucher } from '#contract/sales/bar.ts'
import { UNDO_SECONDS } from '#contract/sales/bar.ts'
import type { TicketState } from '#contract/sales/tickets.ts'
import type { App, Core } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'

/** As at the door: the event's scanners who may scan, and owners and managers of an approved company. */
export async function mayScan(app: App, userId: string, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    select from events e
     where e.id = ${eventId}::uuid
       and (exists (select from event_staff s
                     where s.event_id = e.id and s.user_id = ${userId}::uuid and s.kind = 'SCANNER' and s.can_scan)
            or exists (select from company_members m join companies c on c.id = m.company_id
                        where m.company_id = e.company_id and m.user_id = ${userId}::uuid and m.role in ('owner', 'manager')
                          and c.state = 'approved'))`.execute(app.db)
  return rows.length === 1
}

export async function findEventOfVoucher(app: App, id: string): Promise<string | undefined> {
  const row = await app.db.selectFrom('drink_vouchers').select('event_id').where('id', '=', id).executeTakeFirst()
  return row?.event_id
}

/** Facts that decide whether the bar serves a ticket, and what it shows; amounts in centavos. */
export interface BarTicket {
  readonly id: string
  readonly eventId: string
  readonly number: string
  readonly typeName: string
  readonly state: TicketState
  readonly holderId: string
  readonly holderName: string
  /** Hex of the hash of its current code. */
  readonly codeHash: string
  readonly orderState: string | null
  readonly eventState: string
  readonly isEarly: boolean
  readonly isLate: boolean
  /** Paid with one order for the ticket and its drinks, fees included. */
  readonly paidCents: number
  /** Paid for its redeemed drinks of that order. */
  readonly redeemedCents: number
  /** Refunded, or in an open refund. */
  readonly refundedCents: number
}

function selectTicket(which: RawBuilder<unknown>): RawBuilder<BarTicket> {
  return sql<BarTicket>`
    select t.id, t.event_id as "eventId", t.number, y.name as "typeName", t.state, h.id as "holderId", box_office_holder_name(t) as "holderName",
           encode(t.code_hash, 'hex') as "codeHash", o.state as "orderState", e.state as "eventState",
           app_now() < door_opens_at(e.starts_at) as "isEarly",
           e.state = 'success' or app_now() > door_closes_at(e.starts_at, e.ends_at) as "isLate",
           t.price_cents + t.fee_cents + coalesce(v.paid, 0) as "paidCents", coalesce(v.spent, 0) as "redeemedCents",
           (select coalesce(sum(r.amount_cents), 0)::bigint from refunds r
             where r.order_id = t.order_id and r.ticket_id = t.id
               and (r.state = 'completed' or payments_refund_is_open(r.state))) as "refundedCents"
      from tickets t
      join ticket_types y on y.id = t.type_id
      join events e on e.id = t.event_id
      join users h on h.id = t.holder_id
      left join orders o on o.id = t.order_id
      left join lateral (
        select sum(k.price_cents + k.fee_cents)::bigint as paid,
               sum(k.price_cents + k.fee_cents) filter (where k.redeemed_at is not null)::bigint as spent
          from drink_vouchers k where k.ticket_id = t.id and k.order_id = t.order_id) v on true
     where ${which}`
}

/** The ticket that a code or a number names; a number is one of the event's. */
export async function findTicket(
  app: Core,
  by: { readonly ticketId: string } | { readonly eventId: string; readonly number: string },
): Promise<BarTicket | undefined> {
  const which =
    'ticketId' in by
      ? sql`t.id = ${by.ticketId}::uuid`
      : sql`t.event_id = ${by.eventId}::uuid and t.number = ${by.number}`
  const { rows } = await selectTicket(which).execute(app.db)
  return rows[0]
}

export interface VoucherMoney {
  readonly ticketId: string
  readonly eventId: string
  readonly worthCents: number
  /** What is left of the order that added it to the ticket; null for one of the ticket's own order. */
  readonly leftCents: number | null
}

/** Locks the ticket of a voucher, so that no refund is decided and no transfer happens meanwhile, and then reads it. */
export async function lockTicket(app: Core, voucherId: string): Promise<{ voucher: VoucherMoney; ticket: BarTicket }> {
  const { addedBy, ...voucher } = await oneRow(
    app.db,
    sql<Omit<VoucherMoney, 'leftCents'> & { readonly addedBy: string | null }>`
    select v.ticket_id as "ticketId", v.event_id as "eventId", v.price_cents + v.fee_cents as "worthCents",
           case when v.order_id is distinct from t.order_id then v.order_id end as "addedBy"
      from drink_vouchers v join tickets t on t.id = v.ticket_id
     where v.id = ${voucherId}::uuid for no key update of t`,
  )
  const ticket = await oneRow(app.db, selectTicket(sql`t.id = ${voucher.ticketId}::uuid`))
  return { voucher: { ...voucher, leftCents: addedBy === null ? null : await drinksLeft(app, addedBy) }, ticket }
}

/** What is left of an order that added drinks to a ticket; below zero when none is served. */
async function drinksLeft(app: Core, orderId: string): Promise<number> {
  const { left } = await oneRow(
    app.db,
    sql<{ left: number }>`select coalesce(checkout_drinks_left(${orderId}::uuid), -1)::bigint as left`,
  )
  return left
}

/** The vouchers of a ticket, without those whose money went back, or one voucher, as this person may serve them. */
export async function listVouchers(
  app: Core,
  userId: string,
  by: { readonly ticketId: string } | { readonly id: string },
): Promise<ServedVoucher[]> {
  const which =
    'id' in by
      ? sql`v.id = ${by.id}::uuid`
      : sql`v.ticket_id = ${by.ticketId}::uuid
              and checkout_serves_drink(v, (select t.order_id from tickets t where t.id = v.ticket_id))`
  const undoUntil = sql`v.redeemed_at + make_interval(secs => ${UNDO_SECONDS})`
  const { rows } = await sql<ServedVoucher>`
    select v.id, d.name, v.redeemed_at as "redeemedAt", u.name as "redeemedBy",
           (select json_build_object('id', i.id, 'width', i.width, 'height', i.height) from images i where i.id = d.image_id) as image,
           case when v.redeemed_by = ${userId}::uuid and ${undoUntil} > app_now() then ${undoUntil} end as "undoUntil"
      from drink_vouchers v join drinks d on d.id = v.drink_id left join users u on u.id = v.redeemed_by
     where ${which} order by v.order_id, v.position`.execute(app.db)
  return rows
}
