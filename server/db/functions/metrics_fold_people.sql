-- module: metrics
-- Adds the people who got a ticket, by a purchase or by hand, after one instant and until another to the people of its event
-- and company, under the name by which it knows them, and removes those who gave theirs away and never paid.
create or replace function metrics_fold_people(after timestamptz, until timestamptz) returns void
language sql
as $$
  insert into circle_people as c (circle_id, user_id, folded, since)
  select p.circle_id, p.user_id, plain_text(box_office_known_name(u, p.circle_id)), p.since from (
  select k.circle_id, g.user_id, min(g.since) as since
    from (
      select t.event_id, t.holder_id as user_id, t.created_at as since from tickets t
       where t.created_at > after and t.created_at <= until
      union all
      select t.event_id, t.payer_id, coalesce(o.created_at, t.created_at) from tickets t join orders o on o.id = t.order_id
       where t.created_at > after and t.created_at <= until
      union all
      -- Whose it is now: an account that waited may have been joined to another since.
      select t.event_id, t.holder_id, t.created_at from ticket_transfers x join tickets t on t.id = x.ticket_id
       where x.created_at > after and x.created_at <= until) g
    join events e on e.id = g.event_id
    cross join lateral (values (e.id), (e.company_id)) k (circle_id)
   group by k.circle_id, g.user_id) p
    join users u on u.id = p.user_id
   -- Besides this function only joining two accounts and renaming one write these rows: all in one order.
   order by p.circle_id, p.user_id
  on conflict (circle_id, user_id) do update set since = least(c.since, excluded.since), folded = excluded.folded
   where excluded.since < c.since or excluded.folded <> c.folded;

  delete from circle_people c
   using (select distinct k.circle_id, x.from_id from ticket_transfers x
            join tickets t on t.id = x.ticket_id join events e on e.id = t.event_id
           cross join lateral (values (e.id), (e.company_id)) k (circle_id)
           where x.created_at > after and x.created_at <= until) g
   where c.circle_id = g.circle_id and c.user_id = g.from_id
     and not exists (select from tickets t join events e on e.id = t.event_id
                      where t.holder_id = c.user_id and c.circle_id in (e.id, e.company_id))
     and not exists (select from orders o
                      where o.buyer_id = c.user_id and c.circle_id in (o.event_id, o.company_id)
                        and checkout_has_paid(o.state));
$$;
