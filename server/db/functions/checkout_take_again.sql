-- module: checkout
-- Takes an ended order's places once more, now as sold, and the use of its discount code, because its payment came after all.
-- False when there are too few of either, when the event no longer sells, when the buyer has left, or has reached a limit with
-- other orders meanwhile. A code that was stopped or is over still counts: its price was promised. The caller has locked the
-- order.
create or replace function checkout_take_again(order_id uuid) returns boolean
language plpgsql
as $$
declare
  ended record;
  types uuid[];
  quantities int[];
  issued boolean;
begin
  select o.event_id, o.buyer_id, o.tickets_count, o.discount_code_id, e.person_limit,
         e.state = 'active' and not is_event_expired(e.starts_at, e.ends_at) and b.state <> 'deleted' as is_open
    into ended from orders o join events e on e.id = o.event_id join users b on b.id = o.buyer_id
   where o.id = checkout_take_again.order_id;
  select array_agg(l.type_id order by l.type_id), array_agg(l.quantity order by l.type_id)
    into types, quantities from order_lines l where l.order_id = checkout_take_again.order_id;
  if not ended.is_open then
    return false;
  end if;
  -- Counters change only under this lock.
  perform stock_lock(types, array[ended.event_id]);
  if exists (
    select from (select ended.event_id as counted, ended.tickets_count as quantity, ended.person_limit as most
                  union all
                 select l.type_id, l.quantity, t.per_person_limit
                   from unnest(types, quantities) l (type_id, quantity) join ticket_types t on t.id = l.type_id) w
      join buyer_counters c on c.event_id = ended.event_id and c.buyer_id = ended.buyer_id and c.type_id = w.counted
     where c.taken + w.quantity > w.most) then
    return false;
  end if;
  if ended.discount_code_id is not null then
    perform discounts_lock(array[ended.discount_code_id]);
    if exists (
      select from discount_codes d
       where d.id = ended.discount_code_id
         and (d.uses >= d.max_uses or d.per_person_limit <= (
               select count(*) from orders k where k.discount_code_id = d.id and k.buyer_id = ended.buyer_id
                  and checkout_counts_discount(k.state)))) then
      return false;
    end if;
  end if;
  issued := stock_issue(ended.event_id, ended.buyer_id, types, quantities, 'sold');
  if issued and ended.discount_code_id is not null then
    perform discounts_move(array[ended.discount_code_id], array[1]);
  end if;
  return issued;
end
$$;
