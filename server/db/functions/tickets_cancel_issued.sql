-- module: tickets
-- Ends a valid ticket that was made by hand, of those handed on at most so often; false when a scan, a transfer or another end came
-- first. Asked in the one update that all of them need: one wins.
create or replace function tickets_cancel_issued(ticket uuid, most_transfers int) returns boolean
language plpgsql
as $$
begin
  update tickets t set state = 'cancelled', cancelled_at = app_now()
   where t.id = ticket and t.issuance_id is not null and t.state = 'valid' and t.transfers <= most_transfers;
  return found;
end
$$;
