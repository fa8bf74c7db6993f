-- A contact identifies a person only once that person proved it; before, it is a place to deliver to and a name to sign in
-- with, and reserves nothing (behaviour.md §1).

-- Nobody proves anything for an account that is not theirs yet.
update users set mail_proved_at = null, phone_proved_at = null
 where state = 'pending' and (mail_proved_at is not null or phone_proved_at is not null);
alter table users add check (state <> 'pending' or (mail_proved_at is null and phone_proved_at is null));

-- The names stay those that the version before knows its refusals by.
drop index users_phone;
drop index users_mail;
-- One account at a time signs in with a phone, proved or not; of a proved phone there is one by the same rule, because an
-- account that waits to be activated has proved nothing.
create unique index users_phone on users (phone) where state in ('active', 'blocked');
-- One account has proved a mail; unproved, as many as like to may carry it.
create unique index users_mail on users (mail) where mail_proved_at is not null and state <> 'deleted';
create index users_mail_given on users (mail) where mail is not null and state <> 'deleted';
-- What waits is bound to exactly the contacts that it was sent to: to another mail beside the same phone it is something else.
create unique index users_waiting on users (phone, mail) nulls not distinct where state = 'pending';

-- When somebody else proved what this account had given and not proved: it is asked for another, until it gives one.
alter table users add column phone_taken_at timestamptz, add column mail_taken_at timestamptz;

-- The code by which somebody who registers proves a phone that an unproved account signs in with. There is no account yet:
-- it is of the contact and the device that asked, so that nobody replaces another one's code. A keyed hash, as contact_codes.
create table registration_codes (
  contact text not null,
  device bytea not null,
  code_mac bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (contact, device)
);
create index registration_codes_expiry on registration_codes (expires_at);
