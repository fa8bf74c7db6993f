-- Whoever held a ticket of an event or paid one, by event and by company: a list pages by these indexes and reads the tickets
-- of its own page alone. Filled up to the mark of `totals_mark` by `metrics.fold-totals`; readers add what came since.
create table circle_people (
  -- A company or an event.
  circle_id uuid not null,
  user_id uuid not null,
  -- users.plain_name, kept the same by the trigger below.
  folded text not null,
  -- The first ticket or purchase there.
  since timestamptz not null,
  primary key (circle_id, user_id)
);
create index circle_people_by_name on circle_people (circle_id, folded, user_id);
create index circle_people_by_age on circle_people (circle_id, since, user_id);
-- Finds all that is one person's: a new name, an account that is joined to another.
create index circle_people_user on circle_people (user_id);

create function rename_circle_people() returns trigger language plpgsql as $$
begin
  -- Not while people are added under the name that was.
  perform from totals_mark for share;
  update circle_people set folded = new.plain_name where user_id = new.id;
  return null;
end
$$;
create trigger users_renamed after update of name on users
  for each row when (old.name is distinct from new.name) execute function rename_circle_people();

-- Everything is counted anew, people included.
update totals_mark
   set ledger_id = 0, scanned_until = 'epoch', next_at = null, next_ledger_id = null, next_scanned_until = null;
delete from event_totals;
