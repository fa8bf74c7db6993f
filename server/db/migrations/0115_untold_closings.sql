-- Whom a line that closed shut out and who is not told of it yet (rule R19.6).
alter table waiting_list_entries
  add column is_untold boolean not null default false,
  add constraint waiting_list_entries_untold check (not is_untold or state = 'closed') not valid;
