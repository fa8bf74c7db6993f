-- What 0024 built takes the names by which both this version and the one before know what they refuse.
drop index users_phone, users_mail;
alter index users_phone_next rename to users_phone;
alter index users_mail_next rename to users_mail;
