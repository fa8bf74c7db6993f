-- A code to a proved mail that changes the phone, where nothing leaves by WhatsApp: of a kind of its own, so that no code is
-- good for two purposes. Its contact is the new phone with the mail.
alter table contact_codes drop constraint contact_codes_kind_check;
alter table contact_codes add constraint contact_codes_kind_check check (kind in ('mail', 'phone', 'phone by mail'));
