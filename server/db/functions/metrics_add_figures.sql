-- module: metrics
-- Adds figures to what an event has of their part, period and subject.
create or replace function metrics_add_figures(added event_figures) returns void
language sql
as $$
  insert into event_figures as f
  select (added).*
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
         arrived = f.arrived + excluded.arrived
$$;
