-- module: scanning
-- Who has come to an event: tickets and arrivals by type, and the admissions of each of the last minutes, oldest first.
-- Refunded and cancelled tickets do not count; expired ones are people who did not come. The result is compared in the filter,
-- not in the condition: the index of admissions covers every event there ever was.
create or replace function scanning_attendance(event uuid, minutes int)
returns table (types jsonb, minutes_admitted int[])
language sql stable
set enable_seqscan = off
-- Thousands of rows fall into few groups: hashing them beats sorting them.
set enable_sort = off
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
       left join (select minutes - floor(date_part('epoch', clock.now - s.at) / 60)::int as minute,
                         (count(*) filter (where s.result = 'admitted'))::int as admitted
                    from (select app_now() as now offset 0) clock, scans s
                   where s.event_id = event and s.at > clock.now - make_interval(mins => minutes)
                   group by 1) m on m.minute = n.minute)
$$;
