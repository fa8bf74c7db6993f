-- What an event has taken falls with what goes back. It is counted up to the mark at which what was sold stands already, and beside
-- it: the version before goes on reading gross_cents, and the fold of totals writes both until a later release drops that column.
create temporary table counted on commit drop as select ledger_id as until from totals_mark;
create temporary table taken on commit drop as
  select l.event_id, sum(case 'company' when l.debit then l.amount_cents when l.credit then -l.amount_cents else 0 end) as cents
    from ledger_entries l
   where l.kind in ('sale', 'refund') and l.id <= (select until from counted)
   group by l.event_id;
-- From here on nobody moves the mark: what came to it during that long look is counted too.
update totals_mark set next_at = null, next_ledger_id = null, next_scanned_until = null;
insert into taken
  select l.event_id, sum(case 'company' when l.debit then l.amount_cents when l.credit then -l.amount_cents else 0 end)
    from ledger_entries l
   where l.kind in ('sale', 'refund') and l.id > (select until from counted) and l.id <= (select ledger_id from totals_mark)
   group by l.event_id;
-- Until its file is applied, after the migrations: a fold of the version before would move the mark past what it did not count.
create or replace function metrics_fold_totals() returns boolean language sql as 'select false';
-- Without a bound: what is added of a stretch may be more given back than sold.
alter table event_totals add column taken_cents bigint not null default 0;
insert into event_totals as t (event_id, taken_cents) select event_id, sum(cents) from taken group by event_id
  on conflict (event_id) do update set taken_cents = excluded.taken_cents;
