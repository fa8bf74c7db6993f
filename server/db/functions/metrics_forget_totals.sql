-- module: metrics
-- Throws the totals of events away; the next two runs of metrics_fold_totals count everything again.
create or replace function metrics_forget_totals() returns void
language sql
as $$
  update totals_mark
     set ledger_id = 0, scanned_until = 'epoch', next_at = null, next_ledger_id = null, next_scanned_until = null;
  delete from event_totals;
  delete from event_figures;
  delete from circle_people;
$$;
