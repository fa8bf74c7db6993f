-- module: metrics
-- Adds what buyers paid and who came in since the mark, and sets a new mark for the next run, which counts it once
-- nothing below it can come any more (`ledger_end`). Gives whether the totals went on.
create or replace function metrics_fold_totals() returns boolean
language plpgsql
as $$
declare
  mark record;
  is_settled boolean;
  ends record;
begin
  select * into mark from totals_mark for update;
  is_settled := ledger_is_settled(mark.next_at);
  if is_settled then
    insert into event_totals as t (event_id, paid_cents, scanned)
    select n.event_id, sum(n.paid), sum(n.scanned)
      from (
        select l.event_id, sum(ledger_paid_cents(l.kind, l.debit, l.credit, l.amount_cents)) as paid, 0 as scanned
          from ledger_entries l
         where l.id > mark.ledger_id and l.id <= mark.next_ledger_id group by l.event_id
        union all
        select s.event_id, 0, count(*) from scans s
         where s.at > mark.scanned_until and s.at <= mark.next_scanned_until and s.result = 'admitted' group by s.event_id) n
     group by n.event_id
    on conflict (event_id) do update
       set paid_cents = t.paid_cents + excluded.paid_cents, scanned = t.scanned + excluded.scanned;
    perform metrics_add_figures(s)
       from metrics_sums(null, null, mark.ledger_id, mark.next_ledger_id, mark.scanned_until, mark.next_scanned_until) s;
    perform metrics_fold_people(mark.scanned_until, mark.next_scanned_until);
  end if;
  select * into ends from ledger_end();
  update totals_mark
     set ledger_id = case when is_settled then next_ledger_id else ledger_id end,
         scanned_until = case when is_settled then next_scanned_until else scanned_until end,
         next_at = case when is_settled or next_at is null then ends.at else next_at end,
         next_ledger_id = case when is_settled or next_at is null then ends.ledger_id else next_ledger_id end,
         next_scanned_until = case when is_settled or next_at is null then ends.scanned_until else next_scanned_until end;
  return is_settled;
end
$$;
