-- module: box-office
-- A person's name for the people of an event or a company (`circle`), of whatever they have there (rule R6.15): whole once they bought
-- themselves, else as it was typed for them, else half.
create or replace function box_office_known_name(u users, circle uuid) returns text
language sql stable parallel safe
as $$
  select case when box_office_has_bought(u, circle) then u.name else coalesce(
    (select o.guest_name from orders o
      where o.buyer_id = u.id and circle in (o.event_id, o.company_id) and o.guest_name is not null order by o.id desc limit 1),
    (select i.recipient_name from tickets t join issuances i on i.id = t.issuance_id join events e on e.id = t.event_id
      where t.holder_id = u.id and t.payer_id = u.id and circle in (e.id, e.company_id) and i.recipient_name is not null
      order by i.id desc limit 1),
    accounts_half_name(u.name)) end
$$;
