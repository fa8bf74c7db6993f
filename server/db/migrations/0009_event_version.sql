-- How often an event's fields or ticket types were saved: a save that names another version is refused, so that two people
-- who edit the same event do not overwrite each other unseen.
alter table events add column version int not null default 1;
