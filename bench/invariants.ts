/**
 * What must be true of a database after any load: nothing oversold, counters equal to the rows that they summarise, and
 * every acknowledged order and admission there (invariants I1, I2, D1, S1).
 */
import type { Copy } from './database.ts'

const LIVE = `state in ('reserved', 'pending_payment', 'paid')`

/** Each gives one row per violation; an empty answer is what is wanted. */
const CHECKS: Readonly<Record<string, string>> = {
  'types oversold': `select type_id from ticket_stock where held + sold + courtesy > capacity`,
  'events oversold': `select event_id from event_stock where taken > capacity`,
  'held places are not those of the unpaid orders': `
    select s.type_id from ticket_stock s
      left join (select l.type_id, sum(l.quantity) as places from order_lines l join orders o on o.id = l.order_id
                  where o.state in ('reserved', 'pending_payment') group by l.type_id) h on h.type_id = s.type_id
     where s.held <> coalesce(h.places, 0)`,
  'an event has not taken what its types have': `
    select e.event_id from event_stock e
      join (select event_id, sum(held + sold + courtesy) as taken from ticket_stock group by event_id) t on t.event_id = e.event_id
     where e.taken <> t.taken`,
  'a buyer is not counted as what they ordered': `
    select * from (select c.event_id, c.buyer_id, c.type_id, c.taken from buyer_counters c where c.taken > 0) c
      full join (
        select o.event_id, o.buyer_id, k.counted as type_id, sum(l.quantity)::int as taken
          from orders o join order_lines l on l.order_id = o.id
         cross join lateral (values (o.event_id), (l.type_id)) k (counted)
         where o.${LIVE} group by 1, 2, 3) r using (event_id, buyer_id, type_id)
     where c.taken is distinct from r.taken`,
  'an order and its lines disagree': `
    select o.id from orders o left join order_lines l on l.order_id = o.id group by o.id
    having o.tickets_count is distinct from sum(l.quantity)
        or o.total_cents is distinct from sum(l.quantity * (l.unit_price_cents + l.unit_fee_cents))`,
  'a paid order has not its tickets, or another has some': `
    select o.id from orders o left join tickets t on t.order_id = o.id group by o.id
    having count(t.id) <> case when o.state = 'paid' then o.tickets_count else 0 end`,
  'a ticket of an order is not on its way to its holder once': `
    select t.id from tickets t left join deliveries d on d.ticket_id = t.id where t.order_id is not null
     group by t.id having count(d.id) filter (where d.channel = 'mail') <> 1`,
  'an order without its audit row': `
    select id::text from orders except select object_id from audit_rows where action = 'order.place'`,
  'a ticket was admitted twice, or used without an admission': `
    select t.id from tickets t left join scans s on s.ticket_id = t.id and s.result = 'admitted'
     group by t.id having count(s.id) <> (t.state = 'used')::int`,
  'a used ticket without its audit row': `
    select id::text from tickets where state = 'used' except select object_id from audit_rows where action = 'ticket.scan'`,
}

/** Throws an error that names every violation; `acknowledged` are the successes that the load generator received. */
export async function assertInvariants(
  copy: Pick<Copy, 'query'>,
  acknowledged: { readonly orders?: number; readonly scans?: number },
): Promise<void> {
  const problems: string[] = []
  for (const [name, text] of Object.entries(CHECKS)) {
    const rows = await copy.query(text)
    if (rows.length > 0) problems.push(`${name} (${rows.length}), such as ${JSON.stringify(rows[0])}`)
  }
  const [found] = await copy.query<{ orders: number; scans: number }>(
    `select (select count(*)::int from orders) as orders, (select count(*)::int from tickets where state = 'used') as scans`,
  )
  for (const name of ['orders', 'scans'] as const) {
    const expected = acknowledged[name]
    if (expected !== undefined && found?.[name] !== expected)
      problems.push(`${expected} ${name} were acknowledged and ${found?.[name]} are there`)
  }
  if (problems.length > 0) throw new Error(`Broken invariants:\n  ${problems.join('\n  ')}`)
}
