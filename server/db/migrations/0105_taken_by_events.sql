-- What an event has taken falls with what goes back: everything is counted anew.
-- Without a bound: what is added of a stretch may be more given back than sold.
alter table event_totals add column taken_cents bigint not null default 0;
update totals_mark
   set ledger_id = 0, scanned_until = 'epoch', next_at = null, next_ledger_id = null, next_scanned_until = null;
delete from event_totals;
