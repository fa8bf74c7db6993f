/**
 * The invariants as read-only SQL (docs/invariants.md): each query gives the ids of the rows that break it. They stand by
 * what they can be asked of, so that the same text looks at a whole database or at a few things that just changed.
 */
import { sql, type RawBuilder } from 'kysely'

export type Kind = 'event' | 'type' | 'order' | 'ticket' | 'buyer'

const INVARIANTS: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  event: {
    'I1 places taken are within the capacity of the event': `
    select event_id from event_stock where taken > capacity or taken < 0`,
    'I2 an event counts the places of its types': `
    select e.event_id from event_stock e where e.taken <> (
      select coalesce(sum(s.held + s.sold + s.courtesy), 0) from ticket_stock s where s.event_id = e.event_id)`,
  },
  type: {
    'I1 places taken are within the capacity of the type': `
    select type_id from ticket_stock where held + sold + courtesy > capacity or least(held, sold, courtesy) < 0`,
    'I2 held places are those of unpaid orders': `
    select s.type_id from ticket_stock s where s.held <> (
      select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
       where l.type_id = s.type_id and o.state in ('reserved', 'pending_payment'))`,
    'I2 places held by accounts that proved nothing are those of their unpaid orders': `
    select s.type_id from ticket_stock s where s.unproved <> (
      select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
       where l.type_id = s.type_id and o.is_unproved and o.state in ('reserved', 'pending_payment'))`,
    'I2 sold places are those of tickets that stand': `
    select s.type_id from ticket_stock s where s.sold <> (
      select count(*) from tickets t where t.type_id = s.type_id and t.kind <> 'courtesy' and t.state in ('valid', 'used', 'expired'))`,
    'I2 courtesy places are those of courtesies that stand': `
    select s.type_id from ticket_stock s where s.courtesy <> (
      select count(*) from tickets t where t.type_id = s.type_id and t.kind = 'courtesy' and t.state in ('valid', 'used', 'expired'))`,
    'every type has its stock and its event has one': `
    select t.id from ticket_types t left join ticket_stock s on s.type_id = t.id left join event_stock e on e.event_id = t.event_id
     where s.event_id is distinct from t.event_id or e.event_id is null`,
  },
  order: {
    'lines belong to an order and to a type of its event': `
    select l.order_id from order_lines l left join orders o on o.id = l.order_id left join ticket_types t on t.id = l.type_id
     where o.event_id is null or t.event_id is distinct from o.event_id`,
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
    'M1 entries are of an order, of its event and company, and of its payment': `
    select l.order_id from ledger_entries l left join orders o on o.id = l.order_id left join payments p on p.id = l.payment_id
     where l.order_id is not null
       and (o.event_id is distinct from l.event_id or o.company_id is distinct from l.company_id
            or (l.payment_id is not null and p.order_id is distinct from l.order_id))`,
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
  },
  ticket: {
    'tickets belong to a type of their event and to the order of who paid': `
    select t.id from tickets t left join ticket_types y on y.id = t.type_id left join orders o on o.id = t.order_id
     where y.event_id is distinct from t.event_id
        or (t.order_id is not null and (o.event_id is distinct from t.event_id or o.buyer_id is distinct from t.payer_id))`,
    'tickets are of people and keys that exist': `
    select t.id from tickets t
     where not exists (select from users u where u.id = t.holder_id) or not exists (select from users u where u.id = t.payer_id)
        or not exists (select from qr_keys k where k.id = t.key_id)`,
    'T2 a ticket is of whoever it was handed to last, as often as it was handed': `
    select t.id from tickets t
      left join lateral (select count(*) as times from ticket_transfers x where x.ticket_id = t.id) x on true
      left join lateral (select to_id from ticket_transfers l where l.ticket_id = t.id order by l.epoch desc limit 1) l on true
     where t.transfers <> x.times or l.to_id <> t.holder_id or t.epoch <= x.times
        or (x.times = 0 and t.order_id is not null and t.holder_id <> t.payer_id)`,
    'D1 a ticket is admitted once per epoch': `
    select ticket_id from scans where result = 'admitted' group by ticket_id, epoch having count(*) > 1`,
  },
  buyer: {
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
  },
}

/** Of the whole database alone: they count all that was ever sold, and only a job changes what they compare. */
const WHOLE: Readonly<Record<string, string>> = {
  'what is shown of an event is what the ledger and the door have of it': `
  select e.id from events e cross join totals_mark m left join event_totals t on t.event_id = e.id
   where coalesce(t.gross_cents, 0) <> (
           select coalesce(sum(l.amount_cents), 0) from ledger_entries l
            where l.event_id = e.id and l.kind = 'sale' and l.id <= m.ledger_id)
      or coalesce(t.scanned, 0) <> (
           select count(*) from scans s where s.event_id = e.id and s.result = 'admitted' and s.at <= m.scanned_until)`,
  'whoever holds a ticket or paid one stands among the people of its event and company, under their name': `
  select distinct g.user_id from (
      select t.event_id, t.holder_id as user_id from tickets t, totals_mark m
       where t.created_at <= m.scanned_until
         and not exists (select from ticket_transfers x where x.ticket_id = t.id and x.created_at > m.scanned_until)
       union
      select t.event_id, t.payer_id from tickets t, totals_mark m where t.created_at <= m.scanned_until and t.order_id is not null) g
    join events e on e.id = g.event_id join users u on u.id = g.user_id
   cross join lateral (values (e.id), (e.company_id)) k (circle_id)
    left join circle_people c on c.circle_id = k.circle_id and c.user_id = g.user_id
   where u.state <> 'deleted' and c.folded is distinct from u.plain_name`,
  'nobody stands among the people of an event or company without a ticket or a purchase there': `
  select c.user_id from circle_people c
   where not exists (select from tickets t join events e on e.id = t.event_id
                      where t.holder_id = c.user_id and c.circle_id in (e.id, e.company_id))
     and not exists (select from orders o
                      where o.buyer_id = c.user_id and c.circle_id in (o.event_id, o.company_id)
                        and o.state in ('paid', 'partially_refunded', 'refunded', 'in_dispute'))
     and not exists (select from ticket_transfers x, totals_mark m where x.from_id = c.user_id and x.created_at > m.scanned_until)`,
}

/** What each kind is named by: a type with its event, a buyer at an event. */
export type Subject = { readonly id: string; readonly eventId?: string }

/**
 * How each table is narrowed to subjects of a kind; what is not named here is only looked up from these. `$ids` and
 * `$events` are lists, `$pairs` are (event, buyer).
 */
const NARROWED: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  event: { event_stock: 'event_id = any($ids)', ticket_stock: 'event_id = any($ids)' },
  type: {
    ticket_types: 'id = any($ids)',
    ticket_stock: 'type_id = any($ids)',
    order_lines: 'type_id = any($ids)',
    orders: 'event_id = any($events)',
    tickets: 'event_id = any($events) and type_id = any($ids)',
  },
  order: {
    orders: 'id = any($ids)',
    order_lines: 'order_id = any($ids)',
    payments: 'order_id = any($ids)',
    ledger_entries: 'order_id = any($ids)',
    tickets: 'order_id = any($ids)',
  },
  ticket: { tickets: 'id = any($ids)', scans: 'ticket_id = any($ids)' },
  buyer: {
    buyer_counters: '(event_id, buyer_id) in ($pairs)',
    orders: '(event_id, buyer_id) in ($pairs)',
    tickets: 'order_id in (select id from public.orders where (event_id, buyer_id) in ($pairs))',
  },
}
const MOST_IDS = 10

export interface Invariant {
  readonly name: string
  readonly query: RawBuilder<Record<string, string>>
}

/** Every invariant, over the whole database. */
export function wholeInvariants(): Invariant[] {
  return [...Object.values(INVARIANTS), WHOLE].flatMap((ofKind) =>
    Object.entries(ofKind).map(([name, query]) => ({ name, query: sql.raw(limited(query)) })),
  )
}

/** Those of a kind, over these subjects alone: each table is shadowed by a part of it, into which the planner looks. */
export function invariantsOf(kind: Kind, subjects: readonly Subject[]): Invariant[] {
  const list = (ids: readonly string[]) => `'{${[...new Set(ids)].join(',')}}'::uuid[]`
  const ids = list(subjects.map(({ id }) => id))
  const events = list(subjects.flatMap(({ eventId }) => eventId ?? []))
  const pairs = subjects.map(({ id, eventId }) => `('${eventId}'::uuid, '${id}'::uuid)`).join(', ')
  const parts = Object.entries(NARROWED[kind]).map(([table, where]) => {
    const narrowed = where.replaceAll('$ids', ids).replaceAll('$events', events).replaceAll('$pairs', pairs)
    return `${table} as not materialized (select * from public.${table} where ${narrowed})`
  })
  return Object.entries(INVARIANTS[kind]).map(([name, query]) => ({
    name,
    query: sql.raw(`with ${parts.join(', ')} ${limited(query)}`),
  }))
}

function limited(query: string): string {
  return `select * from (${query}) broken limit ${MOST_IDS}`
}
