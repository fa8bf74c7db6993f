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
  -- Of one event after another, as everywhere.
  perform metrics_add_figures(jsonb_populate_record(o, jsonb_build_object('subject_id', to_user)))
     from event_figures o where o.event_id in (select p.event_id from promos p where p.promoter_id in (from_user, to_user))
      and o.part = 'promoter' and o.subject_id = from_user
    order by o.event_id;
  delete from event_figures o where o.event_id in (select p.event_id from promos p where p.promoter_id in (from_user, to_user))
     and o.part = 'promoter' and o.subject_id = from_user;
  get diagnostics moved = row_count;
  return moved;
end
$$;
