-- module: box-office
-- Whether a person ordered in their own account at an event or a company (`circle`); who was given a ticket, or whose contacts somebody typed
-- into an order, did not.
create or replace function box_office_has_bought(u users, circle uuid) returns boolean
language sql stable parallel safe
as $$
  select exists (select from orders o
                  where o.buyer_id = u.id and circle in (o.event_id, o.company_id) and o.guest_name is null)
      or exists (select from tickets t join events e on e.id = t.event_id left join orders o on o.id = t.order_id
                  where t.holder_id = u.id and t.payer_id = u.id and t.issuance_id is null and circle in (e.id, e.company_id)
                    and o.guest_name is null)
$$;
