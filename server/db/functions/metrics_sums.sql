-- module: metrics
-- The same changes summed as `event_figures` keeps them: by month and by hour, by quarter of an hour of the arrivals, by type
-- of ticket and by promoter; of these parts, or of all where none are named.
create or replace function metrics_sums(
  of_events uuid[], of_parts text[], after_entry bigint, last_entry bigint, after timestamptz, until timestamptz)
returns setof event_figures
language sql stable
as $$
  select c.event_id, p.part, p.period, p.subject_id, sum(c.sales)::int, sum(c.tickets)::int, sum(c.discount_cents)::bigint,
         sum(c.paid_cents)::bigint, sum(c.refunded_cents)::bigint, sum(c.platform_cents)::bigint,
         sum(c.provider_cents)::bigint, sum(c.commission_cents)::bigint, sum(c.cost_cents)::bigint, sum(c.kept_cents)::bigint,
         sum(c.issued)::int, sum(c.courtesies)::int, sum(c.in_person)::int, sum(c.arrived)::int
    from metrics_changes(of_events, after_entry, last_entry, after, until) c
   cross join lateral (values
      ('month', date_trunc('month', local_time(c.at)) at time zone interval '-03:00', '00000000-0000-0000-0000-000000000000'::uuid),
      ('hour', date_trunc('hour', local_time(c.at)) at time zone interval '-03:00', '00000000-0000-0000-0000-000000000000'),
      ('quarter', case when c.arrived > 0 then date_bin('15 minutes', c.at, 'epoch') end, '00000000-0000-0000-0000-000000000000'),
      ('type', 'epoch', c.type_id),
      ('promoter', 'epoch', c.promoter_id)) p (part, period, subject_id)
   where p.subject_id is not null and p.period is not null and (of_parts is null or p.part = any (of_parts))
   group by c.event_id, p.part, p.period, p.subject_id
$$;
