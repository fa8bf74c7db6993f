-- module: waiting-list
-- Writes what was decided of the waitlist of an event whose stock this transaction has locked: entries that end, each in its state,
-- and offers until a moment, of so many places each. What people wait for and what is kept for them changes with them.
create or replace function waiting_list_write(
  of_event uuid, at_ms bigint, ended_ids uuid[], ended_states text[], offered_ids uuid[], offered_places int[], until_ms bigint
) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := to_timestamp(at_ms / 1000.0);
  moved record;
begin
  with gone as (
    update waiting_list_entries w set state = e.state, ended_at = moment
      from unnest(ended_ids, ended_states) e (id, state)
     where w.id = any (ended_ids) and w.id = e.id and w.event_id = of_event and w.state in ('waiting', 'offered')
    returning w.id, w.type_id, w.state, case when old.state = 'waiting' then -w.quantity else 0 end as wanted,
              case when old.state = 'offered' then -w.offered else 0 end as offered
  ), made as (
    update waiting_list_entries w
       set state = 'offered', offered = o.places, offered_at = moment, offer_until = to_timestamp(until_ms / 1000.0)
      from unnest(offered_ids, offered_places) o (id, places)
     where w.id = any (offered_ids) and w.id = o.id and w.event_id = of_event and w.state = 'waiting'
    returning w.id, w.type_id, w.state, -w.quantity as wanted, w.offered
  ), moves as (select * from gone union all select * from made)
  , audited as (
    -- Leaving is an act of the person, which has its own audit row.
    insert into audit_rows (action, object_type, object_id)
    select 'waiting_list.' || case m.state when 'offered' then 'offer' when 'lapsed' then 'lapse' else 'close' end,
           'waiting_list_entry', m.id::text
      from moves m where m.state <> 'left'
  )
  select array_agg(of_event) as events, array_agg(m.type_id) as types, array_agg(m.wanted) as wanted,
         array_agg(m.offered) as offered, count(*) as entries
    into moved from moves m;
  if moved.entries <> cardinality(ended_ids) + cardinality(offered_ids) then
    raise exception 'a waiting list was changed without its lock';
  end if;
  if moved.entries > 0 then
    perform stock_wait(moved.events, moved.types, moved.wanted, moved.offered);
  end if;
end
$$;
