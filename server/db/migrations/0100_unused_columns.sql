-- What no code of the version before this one reads, writes or calls any more.
alter table companies drop column commission_bps;
alter table orders drop column commission_cents;
-- Steps of a deletion have names since 0060.
alter table account_deletions drop column steps_done;
drop function if exists companies_selling_paid(uuid);
drop function if exists tickets_revoke(uuid);
-- Of the shapes that they had before discount codes, and before the sweep went event by event.
drop function if exists checkout_lock_batch(uuid[], uuid[], text[], text[], text[], uuid[]);
drop function if exists checkout_expire_orders(int);
