-- The mail that an account carried unproved and that somebody else proved: given back, unproved, when its phone is taken too,
-- because it is then the only way in to what was bought there.
alter table users add column taken_mail text;
