-- module: tickets
-- Hands a ticket over, with its row in the history and in the audit; false when it is not the giver's valid ticket of that
-- epoch any more, its receiver is gone, its money is on its way back, or its event is over or does not allow transfers.
-- Everything is asked of the row in the one update that a scan, a refund and another transfer also need: one of them wins.
create or replace function tickets_transfer(
  transfer uuid, ticket uuid, giver uuid, receiver uuid, from_epoch int, next_hash bytea, most int,
  ip text, request text
)
returns boolean
language plpgsql
set enable_seqscan = off
as $$
begin
  -- Held until the end, so that a receiver whose account is being closed either gets the ticket before, and gives it up with
  -- the others, or not at all.
  perform from users u where u.id = receiver and u.state in ('active', 'pending') for share;
  if not found then
    return false;
  end if;
  update tickets t
     set holder_id = receiver, epoch = t.epoch + 1, code_hash = next_hash, transfers = t.transfers + 1,
         -- The receiver starts with all resends left.
         resends = 0, resends_since = null
   where t.id = ticket and t.holder_id = giver and t.epoch = from_epoch
     and exists (select from events e
                  where e.id = t.event_id
                    and tickets_transfer_problem(t.state, t.transfers, most, e.allows_transfers, e.state,
                                                 is_event_expired(e.starts_at, e.ends_at)) is null)
     and not exists (select from payments_refunds_of_ticket(t.order_id, t.id));
  if not found then
    return false;
  end if;
  insert into ticket_transfers (id, ticket_id, from_id, to_id, epoch)
  values (transfer, ticket, giver, receiver, from_epoch + 1);
  insert into audit_rows (actor_id, action, object_type, object_id, before, after, ip, request_id)
  values (giver, 'ticket.transfer', 'ticket', ticket::text,
          jsonb_build_object('holderId', giver, 'epoch', from_epoch),
          jsonb_build_object('holderId', receiver, 'epoch', from_epoch + 1), ip, request);
  return true;
end
$$;
