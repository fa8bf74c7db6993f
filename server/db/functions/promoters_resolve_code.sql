-- module: promoters
-- The promoter whose referral code this is, when a purchase of this buyer counts for them: a code of this event, of
-- a promoter still assigned to it, who is not the buyer (rule R12.2). No row sells without attribution.
-- A function in FROM without settings of its own, so that it becomes part of the query that calls it; `limit 1` keeps it
-- a look-up by key there.
create or replace function promoters_resolve_code(typed text, for_event uuid, for_buyer uuid)
returns table (code text, promoter_id uuid, promoter_name text)
language sql stable
as $$
  select r.code, r.promoter_id, (select u.name from users u where u.id = r.promoter_id)
    from promos r
   where r.code = upper(typed) and r.event_id = for_event and r.promoter_id <> for_buyer
     and exists (select from event_staff s where s.event_id = for_event and s.user_id = r.promoter_id and s.kind = 'RRPP')
   limit 1
$$;
