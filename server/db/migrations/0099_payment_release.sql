-- When the provider lets the seller use a payment's money, as it last said. Null in rows of the version before, and where it says
-- nothing: those count as without a date.
alter table payments add column releases_at timestamptz;
