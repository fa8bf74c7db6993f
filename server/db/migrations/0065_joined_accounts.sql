-- Whose an account that waited became: what only tells of the past, such as who a ticket was handed to, stays with the old id,
-- and is theirs by this. No foreign key: it would hold `users` while it reads all of it, and accounts are never deleted.
alter table users add column joined_to uuid;
update users u
   set joined_to = (select (a.after ->> 'joinedTo')::uuid from audit_rows a
                     where a.object_type = 'user' and a.object_id = u.id::text and a.action = 'account.join_pending'
                     order by a.id desc limit 1)
 where u.state = 'deleted' and u.name = 'Cuenta reunida';
