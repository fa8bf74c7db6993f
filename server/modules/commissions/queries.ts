/** Reads of commissions: what is touched, and what is to be entered. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import type { Mark } from './store.ts'

/** Orders and issuances whose tickets' commissions are computed again. */
export interface Touched {
  readonly orderIds: readonly string[]
  readonly issuanceIds: readonly string[]
}

/** Those with a promoter in which something was entered or scanned after the mark and until the next one. */
export async function listTouched(app: Core, mark: Mark): Promise<Touched> {
  const { rows } = await sql<{ orderId: string | null; issuanceId: string | null }>`
    with touched as (
      select l.order_id, l.ticket_id from ledger_entries l
       where l.id > ${mark.ledgerId} and l.id <= ${mark.nextLedgerId} and l.kind in ('sale', 'refund', 'refund_fee')
       union
      select t.order_id, t.id from scans s join tickets t on t.id = s.ticket_id
       where s.at > ${mark.scannedUntil} and s.at <= ${mark.nextScannedUntil} and s.result = 'admitted')
    select distinct t.order_id as "orderId", null::uuid as "issuanceId"
      from touched t join orders o on o.id = t.order_id where o.referral_code is not null
     union all
    select distinct null::uuid, k.issuance_id
      from touched t join tickets k on k.id = t.ticket_id join issuances i on i.id = k.issuance_id
     where t.order_id is null and i.promo_id is not null`.execute(app.db)
  return asTouched(rows)
}

/** Everything that a promoter sold in an event, by their codes and in person. */
export async function listSoldBy(app: Core, eventId: string, promoterId: string): Promise<Touched> {
  const { rows } = await sql<{ orderId: string | null; issuanceId: string | null }>`
    select o.id as "orderId", null::uuid as "issuanceId"
      from promos p join orders o on o.event_id = p.event_id and o.referral_code = p.code
     where p.event_id = ${eventId} and p.promoter_id = ${promoterId} and checkout_has_paid(o.state)
     union all
    select null, i.id from promos p join issuances i on i.promo_id = p.id
     where p.event_id = ${eventId} and p.promoter_id = ${promoterId} and i.kind = 'in_person'`.execute(app.db)
  return asTouched(rows)
}

function asTouched(rows: readonly { orderId: string | null; issuanceId: string | null }[]): Touched {
  return {
    orderIds: rows.flatMap(({ orderId }) => orderId ?? []),
    issuanceIds: rows.flatMap(({ issuanceId }) => issuanceId ?? []),
  }
}

interface Difference {
  readonly ticketId: string
  readonly orderId: string | null
  readonly promoId: string
  readonly eventId: string
  readonly companyId: string
  /** What the ledger lacks; below zero what it has too much. */
  readonly differenceCents: number
}

/** Tickets whose commission in the ledger is not what their terms say. */
export async function listDifferences(app: Core, { orderIds, issuanceIds }: Touched): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select g.ticket_id as "ticketId", g.order_id as "orderId", g.promo_id as "promoId", g.event_id as "eventId",
           g.company_id as "companyId", g.earned_cents - g.entered_cents as "differenceCents"
      from commissions_targets(${orderIds}::uuid[], ${issuanceIds}::uuid[]) g
     where g.earned_cents <> g.entered_cents order by g.ticket_id`.execute(app.db)
  return rows
}
