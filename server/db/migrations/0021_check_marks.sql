-- How far a check that goes on from where it was has looked: the number of an audit row.
create table check_marks (
  name text primary key,
  audit_id bigint not null
);
