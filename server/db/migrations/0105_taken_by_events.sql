-- What an event has taken falls with what goes back. It is counted up to the mark at which what was sold stands already, which
-- nobody moves meanwhile, and beside it: the version before goes on reading gross_cents, and the fold of totals writes both until a
-- later release drops that column.
update totals_mark set next_at = null, next_ledger_id = null, next_scanned_until = null;
-- Until its file is applied, after the migrations: a fold of the version before would move the mark past what it did not count.
create or replace function metrics_fold_totals() returns boolean language sql as 'select false';
create temporary table taken on commit drop as
  select l.event_id,
         sum(case 'company' when l.debit then l.amount_cents when l.credit then -l.amount_cents else 0 end)::bigint as cents
    from ledger_entries l
   where l.kind in ('sale', 'refund') and l.id <= (select m.ledger_id from totals_mark m)
   group by l.event_id;
-- Without a bound: what is added of a stretch may be more given back than sold.
alter table event_totals add column taken_cents bigint not null default 0;
insert into event_totals as t (event_id, taken_cents) select event_id, cents from taken
  on conflict (event_id) do update set taken_cents = excluded.taken_cents;
