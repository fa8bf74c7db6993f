-- module: tickets
-- Marks valid tickets of the named epoch as used, each once, with an audit row; gives the ids of those that this call
-- admitted. The rows are locked in the order of their ids, so that two processes with the same tickets never wait for
-- each other in a ring. The arrays are parallel; an id is in them once.
create or replace function tickets_admit(
  ticket_ids uuid[], epochs int[], scanner_ids uuid[], ips text[], request_ids text[]
)
returns uuid[]
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  admitted uuid[];
begin
  perform 1 from tickets t where t.id = any (ticket_ids) order by t.id for no key update;
  with done as (
    update tickets t
       set state = 'used', used_at = app_now(), used_by = scanner_ids[array_position(ticket_ids, t.id)]
     where t.id = any (ticket_ids) and t.state = 'valid' and t.epoch = epochs[array_position(ticket_ids, t.id)]
    returning t.id, t.used_by, t.epoch
  ), noted as (
    insert into audit_rows (actor_id, action, object_type, object_id, before, after, ip, request_id)
    select d.used_by, 'ticket.scan', 'ticket', d.id::text,
           '{"state": "valid"}', jsonb_build_object('state', 'used', 'epoch', d.epoch),
           ips[array_position(ticket_ids, d.id)], request_ids[array_position(ticket_ids, d.id)]
      from done d
  )
  select array_agg(d.id) into admitted from done d;
  return coalesce(admitted, '{}');
end
$$;
