-- What a minute's check could not look at in its time, by kind: looked at again each minute until it was.
alter table check_marks add column unseen jsonb not null default '{}';
