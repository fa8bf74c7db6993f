-- module: box-office
-- The name of a ticket's holder for the people of its event (rule R6.15): as the person bought it themselves, or as it was typed
-- for them; half of it where another person chose them.
create or replace function box_office_holder_name(t tickets) returns text
language sql stable parallel safe
as $$
  select coalesce(case when t.holder_id = t.payer_id then coalesce(
                    (select o.guest_name from orders o where o.id = t.order_id),
                    (select i.recipient_name from issuances i where i.id = t.issuance_id)) end,
                  case when t.holder_id = t.payer_id and t.issuance_id is null then h.name else accounts_half_name(h.name) end)
    from users h where h.id = t.holder_id
$$;
