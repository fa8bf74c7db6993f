/** What promoters of an event earn, counted again from its tickets, refunds and terms without the product's SQL. */
import { sql } from 'kysely'
import type { SellingApp } from './selling-app.ts'

interface SoldTicket {
  readonly id: string
  readonly orderId: string | null
  readonly promoterId: string
  readonly state: string
  readonly price: number
  readonly own: number
  readonly amount: number
  readonly gone: number
  readonly orderGone: number
  /** Of what was sold in person: what went back with it. */
  readonly handBack: number
  readonly terms: {
    readonly bps: number | null
    readonly fixed: number | null
    readonly on: string
    readonly since: string
  }[]
  readonly madeAt: string
}

/** Centavos by promoter; tickets of one order are read in their order. */
export async function recountCommissions(shop: SellingApp, eventId: string): Promise<Map<string, number>> {
  const { rows } = await sql<SoldTicket>`
    select t.id, t.order_id as "orderId", p.promoter_id as "promoterId", t.state, t.price_cents as price,
           t.price_cents + t.fee_cents as own,
           (t.price_cents + t.fee_cents + coalesce((select sum(v.price_cents + v.fee_cents) from drink_vouchers v where v.ticket_id = t.id and v.order_id = t.order_id), 0))::bigint as amount,
           coalesce((select sum(r.amount_cents) from refunds r where r.ticket_id = t.id and r.order_id = t.order_id and r.state = 'completed'), 0)::bigint as gone,
           coalesce((select sum(r.amount_cents) from refunds r join payments y on y.id = r.payment_id and y.is_applied
                      where r.order_id = t.order_id and r.ticket_id is null and r.state in ('completed', 'external')), 0)::bigint as "orderGone",
           coalesce((select sum(l.amount_cents) from ledger_entries l where l.ticket_id = t.id and l.order_id is null and l.kind = 'refund'), 0)::bigint as "handBack",
           (select json_agg(json_build_object('bps', c.basis_points, 'fixed', c.fixed_cents, 'on', c.earned_on, 'since', epoch_ms(c.since)))
              from commission_terms c where c.promo_id = p.id) as terms,
           epoch_ms(coalesce(o.created_at, i.created_at)) as "madeAt"
      from tickets t left join orders o on o.id = t.order_id left join issuances i on i.id = t.issuance_id
      join promos p on case when o.id is null then p.id = i.promo_id else p.code = o.referral_code end
     where t.event_id = ${eventId} and t.payer_id <> p.promoter_id
       and not exists (select from own_sales w where w.sale_id = coalesce(o.id, i.id)) order by t.order_id, t.position`.execute(
    shop.app.db,
  )
  const earned = new Map<string, number>()
  for (const tickets of Map.groupBy(rows, ({ orderId, id }) => orderId ?? id).values()) {
    const left = tickets.map(({ amount, gone }) => amount - gone)
    const all = left.reduce((sum, each) => sum + each, 0)
    let before = 0
    for (const [n, ticket] of tickets.entries()) {
      const until = before + (left[n] ?? 0)
      const share = (part: number) => (all === 0 ? 0 : Number((BigInt(ticket.orderGone) * BigInt(part)) / BigInt(all)))
      const gone = ticket.orderId === null ? ticket.handBack : ticket.gone + share(until) - share(before)
      before = until
      earned.set(ticket.promoterId, (earned.get(ticket.promoterId) ?? 0) + earnedOf(ticket, gone))
    }
  }
  return earned
}

function earnedOf({ price, own, state, terms, madeAt }: SoldTicket, gone: number): number {
  const known = (terms ?? [])
    .filter(({ since }) => since <= madeAt)
    .toSorted((a, b) => Number(b.since) - Number(a.since))
  const [held] = known
  if (!held || price === 0 || (held.on === 'arrival' && state !== 'used')) return 0
  const back = Math.min(gone, own)
  const kept = price - (back - Math.round((back * (own - price)) / own))
  if (held.bps !== null) return Math.floor((kept * held.bps) / 10_000)
  return held.fixed === null || state === 'refunded' ? 0 : Math.max(0, Math.min(held.fixed, kept))
}

/** What the ledger has for each promoter of an event. */
export async function enteredCommissions(shop: SellingApp, eventId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    select p.promoter_id as id, sum(case l.kind when 'commission' then l.amount_cents else -l.amount_cents end)::bigint as cents
      from ledger_entries l join promos p on p.id = l.promo_id
     where l.event_id = ${eventId} and l.kind in ('commission', 'commission_return') group by 1`.execute(shop.app.db)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

/** Lets the job look at everything that was done until now. */
export async function accrue({ app }: SellingApp): Promise<void> {
  await app.queue.runJob(app, 'commissions.accrue')
  await app.queue.runJob(app, 'commissions.accrue')
}
