import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  whole: {
    'what is shown of an event is what the ledger and the door have of it': `
    select e.id from events e cross join totals_mark m left join event_totals t on t.event_id = e.id
     where coalesce(t.paid_cents, 0) <> (
             select coalesce(sum(ledger_paid_cents(l.kind, l.debit, l.credit, l.amount_cents)), 0)
               from ledger_entries l where l.event_id = e.id and l.id <= m.ledger_id)
        or coalesce(t.scanned, 0) <> (
             select count(*) from scans s where s.event_id = e.id and s.result = 'admitted' and s.at <= m.scanned_until)`,
    'the figures of an event are those of the ledger, its tickets and its door': `
    select distinct coalesce(f.event_id, g.event_id) as id
      from event_figures f
      full join (select p.* from totals_mark m
                  cross join lateral metrics_sums(null, null, 0, m.ledger_id, 'epoch', m.scanned_until) p) g
        on g.event_id = f.event_id and g.part = f.part and g.period = f.period and g.subject_id = f.subject_id
     where f is distinct from g`,
    'holders and buyers are among the people of the event and of its company': `
    select distinct g.user_id from (
        select t.event_id, t.holder_id as user_id from tickets t, totals_mark m
         where t.created_at <= m.scanned_until
           and not exists (select from ticket_transfers x where x.ticket_id = t.id and x.created_at > m.scanned_until)
         union
        select t.event_id, t.payer_id from tickets t, totals_mark m where t.created_at <= m.scanned_until and t.order_id is not null) g
      join events e on e.id = g.event_id join users u on u.id = g.user_id
     cross join lateral (values (e.id), (e.company_id)) k (circle_id)
      left join circle_people c on c.circle_id = k.circle_id and c.user_id = g.user_id
     where u.state <> 'deleted' and c.user_id is null`,
    'the people of an event or company have a ticket or a purchase there': `
    select c.user_id from circle_people c
     where not exists (select from tickets t join events e on e.id = t.event_id
                        where t.holder_id = c.user_id and c.circle_id in (e.id, e.company_id))
       and not exists (select from orders o
                        where o.buyer_id = c.user_id and c.circle_id in (o.event_id, o.company_id)
                          and checkout_has_paid(o.state))
       and not exists (select from ticket_transfers x, totals_mark m where x.from_id = c.user_id and x.created_at > m.scanned_until)`,
  },
}
