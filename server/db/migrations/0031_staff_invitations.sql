-- Who put somebody on a team, what they called them, and the account that was meant then: whoever invited a phone and a mail is told
-- which of them was proved, and a team shows what its own people wrote.
alter table event_staff add column given_by uuid references users;
alter table event_staff add column given_to uuid;
alter table event_staff add column given_name text;
