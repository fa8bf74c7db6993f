import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  whole: {
    'R12 the commission of a ticket in the ledger is what its terms say, of what was sold, refunded or scanned up to the mark': `
    select g.ticket_id from commissions_targets(null, null) g cross join commission_mark m
     where g.earned_cents <> g.entered_cents
       and not exists (select from ledger_entries l
                        where l.order_id = g.order_id and l.id > m.ledger_id and l.kind in ('sale', 'refund', 'refund_fee'))
       and not exists (select from ledger_entries l
                        where g.order_id is null and l.event_id = g.event_id and l.ticket_id = g.ticket_id and l.order_id is null
                          and l.id > m.ledger_id and l.kind in ('sale', 'refund', 'refund_fee'))
       and not exists (select from scans s where s.ticket_id = g.ticket_id and s.at > m.scanned_until)`,
    'R12 what promoters were paid, and handed in apart from sales and cancellations, is what their confirmed settlements say': `
    select p.id from promos p
      left join lateral (
        select coalesce(sum(s.commission_cents), 0) as paid, coalesce(sum(s.handed_in_cents), 0) as handed_in
          from promoter_settlements s where s.promo_id = p.id and s.state = 'confirmed') s on true
      left join lateral (
        select coalesce(sum(ledger_held('promoters_paid', l.debit, l.credit, l.amount_cents)), 0) as paid,
               coalesce(-sum(ledger_held('promoter_cash', l.debit, l.credit, l.amount_cents)) filter (where l.ticket_id is null), 0) as handed_in
          from ledger_entries l where l.promo_id = p.id) l on true
     where s.paid <> l.paid or s.handed_in <> l.handed_in`,
    'R12 a commission is of a ticket and of a promoter of its event, and a promoter is named by all that is theirs': `
    select l.id from ledger_entries l
      left join promos p on p.id = l.promo_id left join tickets t on t.id = l.ticket_id
     where case when l.kind in ('commission', 'commission_return')
                then p.event_id is distinct from l.event_id or t.event_id is distinct from l.event_id or t.order_id is distinct from l.order_id
                else (l.promo_id is not null or l.kind in ('promoter_cash', 'promoter_payment')) and p.event_id is distinct from l.event_id end`,
  },
}
