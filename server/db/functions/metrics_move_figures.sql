-- module: metrics
-- A pending account is joined to its owner's: what was counted for it as a promoter is added to what was counted for the owner.
create or replace function metrics_move_figures(from_user uuid, to_user uuid) returns int
language plpgsql
as $$
declare
  moved int;
begin
  -- Not while figures are counted: those of its orders would come after this under the old account.
  perform from totals_mark for share;
  insert into event_figures as f
  select o.event_id, o.part, o.period, to_user, o.sales, o.tickets, o.discount_cents, o.paid_cents, o.refunded_cents, o.platform_cents,
         o.provider_cents, o.commission_cents, o.cost_cents, o.kept_cents, o.issued, o.courtesies, o.in_person, o.arrived
    from event_figures o where o.event_id in (select p.event_id from promos p where p.promoter_id in (from_user, to_user))
     and o.part = 'promoter' and o.subject_id = from_user
   order by o.event_id
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
  delete from event_figures o where o.event_id in (select p.event_id from promos p where p.promoter_id in (from_user, to_user))
     and o.part = 'promoter' and o.subject_id = from_user;
  get diagnostics moved = row_count;
  return moved;
end
$$;
