-- module: tickets
-- Why a ticket stays with its holder, as the code of that failure, or null when it may be handed on (rule R11.5). Lists ask
-- it of what they show, tickets_transfer of the row that it changes. Money on its way back is asked for apart
-- (payments_refunds_of_ticket).
create or replace function tickets_transfer_problem(
  state text, transfers int, most int, allows_transfers boolean, event_state text, is_over boolean
)
returns text
language sql immutable parallel safe
as $$
  select case
    when state <> 'valid' then 'ticket_not_valid'
    when event_state not in ('active', 'inactive') or is_over or not allows_transfers then 'transfer_closed'
    when transfers >= most then 'transfer_limit'
  end
$$;
