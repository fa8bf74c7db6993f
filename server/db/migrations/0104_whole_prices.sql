-- Lists sort by what the buyer pays, the service fee with it (rule R7.7): what events have so far is reckoned once as
-- serviceFeeCents of contract/prices.ts does; from here on the application writes it with the types. Lists alone read it, to sort and
-- to tell free events from others, so the version before reads it as well. What that one writes until it is replaced, without
-- the fee, the job events.mend-prices mends.
update events e
   set price_from_cents = (
         select min(t.price_cents + case when e.absorbs_service_fee or t.price_cents = 0 then 0 else
                  least(
                    greatest(e.service_fee_least_cents,
                             least(floor((t.price_cents * e.service_fee_bps / 10000.0 + 50) / 100) * 100 + e.service_fee_fixed_cents,
                                   coalesce(e.service_fee_most_cents, 9e15))),
                    floor(t.price_cents / 200.0) * 100) end)
           from ticket_types t
          where t.event_id = e.id and t.visibility = 'visible' and t.removed_at is null)
 where exists (select from ticket_types t where t.event_id = e.id);
