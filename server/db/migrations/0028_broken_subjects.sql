-- What a minute's check found broken, by kind: looked at again each minute until it is whole.
alter table check_marks add column broken jsonb not null default '{}';
