-- module: metrics
-- Adds what buyers paid and who came in since the mark, and sets a new mark for the next run. Numbers and instants
-- are given before the commit: a mark counts once every transaction that was under way when it was set has ended. Its own instant
-- is read last: a transaction with a number or an instant below the mark began before it, and is waited for. Gives whether the totals
-- went on.
create or replace function metrics_fold_totals() returns boolean
language plpgsql
as $$
declare
  mark record;
  is_settled boolean;
  last_ledger_id bigint;
  last_at timestamptz;
begin
  select * into mark from totals_mark for update;
  is_settled := mark.next_at is not null and not exists (
    select from pg_stat_activity a
     where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start <= mark.next_at
       and a.backend_type = 'client backend');
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
    insert into event_figures as f
    select * from metrics_sums(null, null, mark.ledger_id, mark.next_ledger_id, mark.scanned_until, mark.next_scanned_until)
    on conflict (event_id, part, period, subject_id) do update
       set sales = f.sales + excluded.sales,
           tickets = f.tickets + excluded.tickets,
           discount_cents = f.discount_cents + excluded.discount_cents,
           paid_cents = f.paid_cents + excluded.paid_cents,
           refunded_cents = f.refunded_cents + excluded.refunded_cents,
           platform_cents = f.platform_cents + excluded.platform_cents,
           provider_cents = f.provider_cents + excluded.provider_cents,
           commission_cents = f.commission_cents + excluded.commission_cents,
           cost_cents = f.cost_cents + excluded.cost_cents,
           kept_cents = f.kept_cents + excluded.kept_cents,
           issued = f.issued + excluded.issued,
           courtesies = f.courtesies + excluded.courtesies,
           in_person = f.in_person + excluded.in_person,
           arrived = f.arrived + excluded.arrived;
    perform metrics_fold_people(mark.scanned_until, mark.next_scanned_until);
  end if;
  -- For a ledger without entries the sequence gives the number of the first, which does not exist yet.
  select case when q.is_called then q.last_value else 0 end into last_ledger_id from ledger_entries_id_seq q;
  last_at := app_now() + (clock_timestamp() - now());
  update totals_mark
     set ledger_id = case when is_settled then next_ledger_id else ledger_id end,
         scanned_until = case when is_settled then next_scanned_until else scanned_until end,
         next_at = case when is_settled or next_at is null then clock_timestamp() else next_at end,
         next_ledger_id = case when is_settled or next_at is null then last_ledger_id else next_ledger_id end,
         next_scanned_until = case when is_settled or next_at is null then last_at else next_scanned_until end;
  return is_settled;
end
$$;
