-- module: tickets
-- Moves those of these tickets that are in one of these states into another and gives their ids and types; the
-- others stay as they are. The condition is the same row's state that a scan changes: one of the two wins (invariant M7). The
-- rows are locked in the order of their ids, as the door does (tickets_admit). A ticket that would be valid again after its
-- event is over has expired.
create or replace function tickets_move_state(ids uuid[], states text[], next_state text, audit_action text)
returns table (ticket_id uuid, type_id uuid)
language sql
set enable_seqscan = off
as $$
  with locked as materialized (
    select t.id, t.state from tickets t where t.id = any (ids) and t.state = any (states) order by t.id for no key update
  ), moved as (
    update tickets t
       set state = case when next_state = 'valid' and exists (select from expired_events e where e.event_id = t.event_id)
                        then 'expired' else next_state end
      from locked s where t.id = s.id and t.id = any (array(select id from locked))
    returning t.id, t.type_id, s.state as before, t.state as after
  ), noted as (
    insert into audit_rows (action, object_type, object_id, before, after)
    select audit_action, 'ticket', m.id::text, jsonb_build_object('state', m.before), jsonb_build_object('state', m.after)
      from moved m
  )
  select m.id, m.type_id from moved m order by m.id
$$;
