-- module: drinks
-- Marks a voucher as redeemed; false when it was redeemed before. The condition is the same row's mark: one of many wins.
create or replace function drinks_redeem(voucher uuid, person uuid) returns boolean
language sql
as $$
  with marked as (
    update drink_vouchers v set redeemed_at = app_now(), redeemed_by = person
     where v.id = voucher and v.redeemed_at is null
    returning v.id
  )
  select exists (select from marked)
$$;
