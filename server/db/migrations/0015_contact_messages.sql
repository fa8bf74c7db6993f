-- What people write to us through the contact form, kept until it has left for the support's mailbox and after.
create table contact_messages (
  id uuid primary key,
  name text not null check (length(name) between 2 and 100),
  mail text not null,
  topic text not null check (topic in ('tickets', 'refunds', 'account', 'organizers', 'other')),
  message text not null check (length(message) between 10 and 4000),
  -- Who was signed in, if anybody was.
  user_id uuid references users,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index contact_messages_open on contact_messages (created_at) where sent_at is null;
