-- module: commissions
-- What a ticket earns its promoter (rules R12.6, R12.7): the percent of what is kept of its price, down to whole centavos, or the
-- amount, at most what is kept of the price, until the ticket has ended. Amounts in centavos.
create or replace function commissions_earned(
  basis_points int, fixed_cents bigint, is_due boolean, price_cents bigint, price_back_cents bigint, has_ended boolean)
returns bigint
language sql immutable parallel safe
as $$
  select case when not is_due or price_cents = 0 then 0
              when basis_points is not null then (price_cents - price_back_cents) * basis_points / 10000
              when fixed_cents is null or has_ended then 0
              else greatest(0, least(fixed_cents, price_cents - price_back_cents)) end
$$;
