/**
 * The universal checker: what must be true of every database at every moment, as read-only SQL over all tables. Tests run
 * it after whatever they sold, `prove` after whatever it killed, a worker every minute over the events that just changed,
 * and `npm run db:check` whole, before a restored backup is trusted.
 */
import { sql, type RawBuilder } from 'kysely'
import type { App, Db } from '#server/context.ts'

export interface BrokenInvariant {
  readonly name: string
  /** Ids of up to ten rows that break it. */
  readonly ids: readonly string[]
}

const MOST_IDS = 10
/** A run looks back over two, so that nothing falls between two of them. */
const TOUCHED_SECONDS = 150
/** While so much sells that more rows than these come in that time, the events that sell are among the last of them. */
const MOST_AUDIT_ROWS = 20_000
const MOST_EVENTS = 50

/** Each query gives the ids of the rows that break it. */
const checks: Readonly<Record<string, string>> = {
  'I1 places taken are within the capacity of the type': `
    select type_id from ticket_stock where held + sold + courtesy > capacity or least(held, sold, courtesy) < 0`,
  'I1 places taken are within the capacity of the event': `
    select event_id from event_stock where taken > capacity or taken < 0`,
  'I2 held places are those of unpaid orders': `
    select s.type_id from ticket_stock s where s.held <> (
      select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
       where l.type_id = s.type_id and o.state in ('reserved', 'pending_payment'))`,
  'I2 sold places are those of tickets that stand': `
    select s.type_id from ticket_stock s where s.sold <> (
      select count(*) from tickets t where t.type_id = s.type_id and t.kind <> 'courtesy' and t.state in ('valid', 'used', 'expired'))`,
  'I2 courtesy places are those of courtesies that stand': `
    select s.type_id from ticket_stock s where s.courtesy <> (
      select count(*) from tickets t where t.type_id = s.type_id and t.kind = 'courtesy' and t.state in ('valid', 'used', 'expired'))`,
  'I2 an event counts the places of its types': `
    select e.event_id from event_stock e where e.taken <> (
      select coalesce(sum(s.held + s.sold + s.courtesy), 0) from ticket_stock s where s.event_id = e.event_id)`,
  'I5 counters of buyers are the places of their orders': `
    with counted as (
      select o.event_id, o.buyer_id, k.counted, sum(l.quantity) as places
        from orders o join order_lines l on l.order_id = o.id cross join lateral (values (o.event_id), (l.type_id)) k (counted)
       where o.state in ('reserved', 'pending_payment') group by 1, 2, 3
       union all
      select t.event_id, t.payer_id, k.counted, count(*)
        from tickets t cross join lateral (values (t.event_id), (t.type_id)) k (counted)
       where t.order_id is not null and t.kind in ('paid', 'free') and t.state in ('valid', 'used', 'expired') group by 1, 2, 3)
    select coalesce(b.buyer_id, c.buyer_id) from buyer_counters b
      full join (select event_id, buyer_id, counted, sum(places) as places from counted group by 1, 2, 3) c
        on (c.event_id, c.buyer_id, c.counted) = (b.event_id, b.buyer_id, b.type_id)
     where coalesce(b.taken, 0) <> coalesce(c.places, 0)`,
  'I5 nobody holds more than an event lets one person': `
    select b.buyer_id from buyer_counters b join events e on e.id = b.event_id and b.type_id = b.event_id
     where b.taken > e.person_limit
       -- A limit that was lowered later binds new orders only.
       and not exists (select from audit_rows a where a.object_type = 'event' and a.object_id = e.id::text and a.action = 'event.update')`,
  'I5 nobody holds more of a type than it lets one person': `
    select b.buyer_id from buyer_counters b join ticket_types t on t.id = b.type_id
     where b.taken > t.per_person_limit
       and not exists (select from audit_rows a where a.object_type = 'event' and a.object_id = t.event_id::text and a.action = 'event.tickets')`,
  'every type has its stock and its event has one': `
    select t.id from ticket_types t left join ticket_stock s on s.type_id = t.id left join event_stock e on e.event_id = t.event_id
     where s.event_id is distinct from t.event_id or e.event_id is null`,
  'lines belong to an order and to a type of its event': `
    select l.order_id from order_lines l left join orders o on o.id = l.order_id left join ticket_types t on t.id = l.type_id
     where o.event_id is null or t.event_id is distinct from o.event_id`,
  'tickets belong to a type of their event and to the order of who paid': `
    select t.id from tickets t join ticket_types y on y.id = t.type_id left join orders o on o.id = t.order_id
     where y.event_id <> t.event_id or o.event_id <> t.event_id or o.buyer_id <> t.payer_id`,
  'orders belong to events, companies and people that exist': `
    select o.id from orders o
     where not exists (select from events e where e.id = o.event_id and e.company_id = o.company_id)
        or not exists (select from users u where u.id = o.buyer_id)`,
  'orders add up to their lines': `
    select o.id from orders o left join lateral (
      select sum(l.quantity) as places, sum(l.quantity * l.unit_price_cents) as subtotal, sum(l.quantity * l.unit_fee_cents) as fee
        from order_lines l where l.order_id = o.id) l on true
     where l.places is distinct from o.tickets_count or l.subtotal is distinct from o.subtotal_cents or l.fee is distinct from o.fee_cents`,
  'I3 a paid order has its tickets, and no other order any that stand': `
    select o.id from orders o left join lateral (
      select count(*) as made, count(*) filter (where t.state in ('valid', 'used', 'expired')) as standing
        from tickets t where t.order_id = o.id) t on true
     where case when o.state in ('paid', 'partially_refunded') then t.made <> o.tickets_count
                when o.state in ('refunded', 'in_dispute') then t.made <> o.tickets_count
                else t.made > 0 end`,
  'M1 a sale in the ledger is the price and the fee of its tickets': `
    select o.id from orders o left join lateral (
      select coalesce(sum(l.amount_cents) filter (where l.kind = 'sale'), 0) as sale,
             coalesce(sum(l.amount_cents) filter (where l.kind = 'service_fee'), 0) as fee from ledger_entries l where l.order_id = o.id) l on true
      left join lateral (
      select coalesce(sum(t.price_cents), 0) as price, coalesce(sum(t.fee_cents), 0) as fee from tickets t where t.order_id = o.id) t on true
     where l.sale <> t.price or l.fee <> t.fee`,
  'M1 the commission in the ledger is that of the orders that sold': `
    select o.id from orders o left join lateral (
      select coalesce(sum(l.amount_cents), 0) as commission from ledger_entries l where l.order_id = o.id and l.kind = 'commission') l on true
     where l.commission <> case when o.state in ('paid', 'partially_refunded', 'refunded', 'in_dispute') then o.commission_cents else 0 end`,
  'M1 what went back of a sale is in the ledger': `
    select o.id from orders o where o.refunded_cents <> (
      select coalesce(sum(l.amount_cents), 0) from ledger_entries l
       where l.order_id = o.id and l.kind in ('refund', 'refund_fee') and l.credit in ('company', 'platform'))`,
  'M1 suspense holds what waits to go back': `
    select p.id from payments p left join lateral (
      select coalesce(sum(case when l.kind = 'unapplied' then l.amount_cents else -l.amount_cents end), 0) as waiting
        from ledger_entries l where l.payment_id = p.id and 'suspense' in (l.debit, l.credit)) l on true
     where not p.is_applied and l.waiting <> case when p.status in ('approved', 'refunded', 'charged_back')
                                                  then p.amount_cents - p.refunded_cents else 0 end`,
  'M2 an approved payment bought an order or goes back': `
    select p.id from payments p join orders o on o.id = p.order_id
     where p.status = 'approved'
       and case when p.is_applied then o.state not in ('paid', 'partially_refunded', 'refunded', 'in_dispute')
                else not exists (select from refunds r where r.payment_id = p.id) end`,
  'M2 an order is paid by one payment of its total': `
    select o.id from orders o
     where o.total_cents > 0 and o.state in ('paid', 'partially_refunded', 'refunded', 'in_dispute')
       and (o.paid_cents <> o.total_cents or o.total_cents is distinct from (
             select sum(p.amount_cents) from payments p where p.order_id = o.id and p.is_applied))`,
  'M6 no more goes back than was paid': `
    select p.id from payments p
     where p.refunded_cents > p.amount_cents or p.refunded_cents <> (
       select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.state in ('completed', 'external'))`,
  'M7 a ticket whose money is gone opens no door': `
    select t.id from tickets t join orders o on o.id = t.order_id where t.state = 'valid' and o.state in ('refunded', 'in_dispute')`,
  'I3 an ended order holds nothing and an open one has an end': `
    select id from orders where state in ('reserved', 'pending_payment') and (held_until is null or ended_at is not null)`,
  'T2 a ticket is of whoever it was handed to last, as often as it was handed': `
    select t.id from tickets t
      left join lateral (select count(*) as times from ticket_transfers x where x.ticket_id = t.id) x on true
      left join lateral (select to_id from ticket_transfers l where l.ticket_id = t.id order by l.epoch desc limit 1) l on true
     where t.transfers <> x.times or l.to_id <> t.holder_id or t.epoch <= x.times
        or (x.times = 0 and t.order_id is not null and t.holder_id <> t.payer_id)`,
  'D1 a ticket is admitted once per epoch': `
    select ticket_id from scans where result = 'admitted' group by ticket_id, epoch having count(*) > 1`,
}

/** How each table is narrowed to some events; what is not named here is only ever looked up from these. */
const ofEvents: Readonly<Record<string, string>> = {
  events: 'id = any($)',
  event_stock: 'event_id = any($)',
  ticket_types: 'event_id = any($)',
  ticket_stock: 'event_id = any($)',
  buyer_counters: 'event_id = any($)',
  orders: 'event_id = any($)',
  order_lines: 'type_id in (select id from public.ticket_types where event_id = any($))',
  payments: 'order_id in (select id from public.orders where event_id = any($))',
  tickets: 'event_id = any($)',
  scans: 'event_id = any($)',
}

/** The same check over those rows alone: each table is shadowed by a part of it, into which the planner looks. */
function narrowed(query: string, eventIds: readonly string[]): RawBuilder<Record<string, string>> {
  const ids = `'{${eventIds.join(',')}}'::uuid[]`
  const parts = Object.entries(ofEvents).map(
    ([table, where]) =>
      `${table} as not materialized (select * from public.${table} where ${where.replaceAll('$', ids)})`,
  )
  return sql.raw(`with ${parts.join(', ')} select * from (${query}) broken limit ${MOST_IDS}`)
}

/**
 * Every invariant that this database breaks, read in one snapshot; empty when all is well. `eventIds` looks only at what
 * belongs to these events: seconds for one of 100,000 tickets.
 */
export async function findBrokenInvariants(db: Db, eventIds?: readonly string[]): Promise<BrokenInvariant[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // A large event, let alone a whole database, takes longer than what answers somebody may.
      await sql`set local statement_timeout = '10min'`.execute(trx)
      return runChecks(trx, eventIds)
    })
}

/** The same inside a transaction, where a test has just broken something. */
export async function runChecks(db: Db, eventIds?: readonly string[]): Promise<BrokenInvariant[]> {
  const broken: BrokenInvariant[] = []
  for (const [name, query] of Object.entries(checks)) {
    const check = eventIds
      ? narrowed(query, eventIds)
      : sql.raw<Record<string, string>>(`select * from (${query}) broken limit ${MOST_IDS}`)
    const { rows } = await check.execute(db)
    if (rows.length > 0) broken.push({ name, ids: rows.flatMap((row) => Object.values(row)) })
  }
  return broken
}

/**
 * Each minute, over what was just sold, paid, refunded or scanned (invariants.md). Throws with what is broken: the job
 * has failed then, in the log and in the figures.
 */
export async function checkTouchedEvents(app: App): Promise<void> {
  const eventIds = await listTouchedEvents(app.db)
  if (eventIds.length === 0) return
  const broken = await findBrokenInvariants(app.db, eventIds)
  if (broken.length > 0) {
    throw new Error(`Broken: ${broken.map(({ name, ids }) => `${name} (${ids.join(', ')})`).join('; ')}`)
  }
}

/** Events whose orders or tickets changed in the last minutes, by the audit rows that every change leaves. */
async function listTouchedEvents(db: Db): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    with lately as materialized (
      select distinct object_type, object_id from audit_rows
       where id > (select max(id) from audit_rows) - ${MOST_AUDIT_ROWS}
         and at > app_now() - make_interval(secs => ${TOUCHED_SECONDS}) and object_type in ('event', 'order', 'ticket'))
    select object_id::uuid as event_id from lately where object_type = 'event'
     union select o.event_id from lately l join orders o on o.id = l.object_id::uuid where l.object_type = 'order'
     union select t.event_id from lately l join tickets t on t.id = l.object_id::uuid where l.object_type = 'ticket'
     limit ${MOST_EVENTS}`.execute(db)
  return rows.map((row) => row.event_id)
}
