-- module: scanning
-- Who has come to an event: tickets and arrivals by type, and the admissions of each of the last minutes, oldest first.
-- Refunded and cancelled tickets do not count; expired ones are people who did not come.
create or replace function scanning_attendance(event uuid, minutes int)
returns table (types jsonb, minutes_admitted int[])
language sql stable
set enable_seqscan = off
as $$
  select
    (select jsonb_agg(jsonb_build_object('type', y.name, 'total', c.total, 'scanned', c.scanned) order by y.place, y.position)
       from (select t.type_id, count(*)::int as total, (count(*) filter (where t.state = 'used'))::int as scanned
               from tickets t
              where t.event_id = event and t.state in ('valid', 'used', 'expired')
              group by t.type_id) c
       join ticket_types y on y.id = c.type_id),
    (select array_agg(coalesce(m.admitted, 0) order by n.minute)
       from generate_series(1, minutes) n (minute)
       left join (select minutes - floor(extract(epoch from app_now() - s.at) / 60)::int as minute, count(*)::int as admitted
                    from scans s
                   where s.event_id = event and s.at > app_now() - make_interval(mins => minutes) and s.result = 'admitted'
                   group by 1) m on m.minute = n.minute)
$$;
