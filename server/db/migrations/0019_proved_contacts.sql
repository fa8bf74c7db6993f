-- A contact identifies a person only once that person proved it; before, it is a place to deliver to and a name to sign in
-- with, and reserves nothing (behaviour.md §1). Nothing here reads the people there are: sessions are looked up meanwhile.
-- What is true of them all is proved, and its indexes are built, by 0024; 0029 puts those in their places.
alter table users
  -- When somebody else proved what this account had given and not proved: it is asked for another, until it gives one.
  add column phone_taken_at timestamptz,
  add column mail_taken_at timestamptz,
  -- Nobody proves anything for an account that is not theirs yet.
  add constraint users_pending_unproved
    check (state <> 'pending' or (mail_proved_at is null and phone_proved_at is null)) not valid;

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
