-- no-transaction: people sign in and sales go on while it is built. Each statement stands alone and may come again.

-- Nobody proved anything for an account that was not theirs yet (0019).
update users set mail_proved_at = null, phone_proved_at = null
 where state = 'pending' and (mail_proved_at is not null or phone_proved_at is not null);
alter table users validate constraint users_pending_unproved;

-- One account at a time signs in with a phone, proved or not; of a proved phone there is one by the same rule, because an
-- account that waits to be activated has proved nothing. Whatever these refuse, the indexes of the version before refused
-- too (of phones and of mails, one account each that is not deleted): no row that is here can break them.
create unique index concurrently if not exists users_phone_next on users (phone) where state in ('active', 'blocked');

-- One account has proved a mail; unproved, as many as like to may carry it.
create unique index concurrently if not exists users_mail_next on users (mail)
  where mail_proved_at is not null and state <> 'deleted';
create index concurrently if not exists users_mail_given on users (mail) where mail is not null and state <> 'deleted';

-- What waits is bound to exactly the contacts that it was sent to: to another mail beside the same phone it is something
-- else.
create unique index concurrently if not exists users_waiting on users (phone, mail) nulls not distinct
  where state = 'pending';

-- Whether a device ever signed in, asked for devices of an address that calls too often.
create index concurrently if not exists sessions_device on sessions (device);

create index concurrently if not exists orders_device_unpaid on orders (device, event_id)
  where state in ('reserved', 'pending_payment') and device is not null;
