-- module: metrics
-- What moved the figures of events, a row for each entry of the ledger, each ticket that was made or undone and each admission after one
-- place and until another: of these events, or of all where none are named. Money that bought nothing is in no figure, as in
-- the settlement; of what was sold in person each ticket has its entry, and all of one act are one sale. What a promoter sold or gave by
-- hand, and its commission, count for them as what was bought by their code does.
create or replace function metrics_changes(
  of_events uuid[], after_entry bigint, last_entry bigint, after timestamptz, until timestamptz)
returns table (
  event_id uuid, at timestamptz, type_id uuid, promoter_id uuid, sales int, tickets int, discount_cents bigint,
  paid_cents bigint, refunded_cents bigint, platform_cents bigint, provider_cents bigint,
  commission_cents bigint, cost_cents bigint, kept_cents bigint, issued int, courtesies int, in_person int, arrived int)
language sql stable
as $$
  select l.event_id, l.at, null::uuid, coalesce(o.promoter_id, q.promoter_id),
         (l.kind = 'sale' and (l.order_id is not null or k.position = 1))::int,
         case when l.kind <> 'sale' then 0 else coalesce(o.tickets_count, (k.id is not null)::int) end,
         case when l.kind = 'sale' then coalesce(o.discount_cents, 0) else 0 end,
         case when l.kind in ('refund', 'refund_fee') then 0 else -ledger_held('buyers', l.debit, l.credit, l.amount_cents) end,
         case when l.kind in ('refund', 'refund_fee') then ledger_held('buyers', l.debit, l.credit, l.amount_cents) else 0 end,
         ledger_held('platform', l.debit, l.credit, l.amount_cents), ledger_held('provider', l.debit, l.credit, l.amount_cents),
         ledger_held('promoters', l.debit, l.credit, l.amount_cents) + ledger_held('promoters_paid', l.debit, l.credit, l.amount_cents),
         ledger_held('suppliers', l.debit, l.credit, l.amount_cents),
         -- Before the costs, which the company pays out of it.
         ledger_held('company', l.debit, l.credit, l.amount_cents) + ledger_held('promoter_cash', l.debit, l.credit, l.amount_cents)
           + ledger_held('suppliers', l.debit, l.credit, l.amount_cents),
         0, 0, 0, 0
    from ledger_entries l
    left join orders o on o.id = l.order_id
    left join promos q on q.id = l.promo_id and l.order_id is null
    left join tickets k on k.id = l.ticket_id and l.order_id is null and l.kind = 'sale'
   where l.id > after_entry and l.id <= last_entry and (of_events is null or l.event_id = any (of_events))
     and 'suspense' not in (l.debit, l.credit)
  union all
  select t.event_id, t.created_at, t.type_id, coalesce(o.promoter_id, q.promoter_id), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
         1, (t.kind = 'courtesy')::int, (t.kind = 'in_person')::int, 0
    from tickets t left join orders o on o.id = t.order_id
    left join issuances i on i.id = t.issuance_id left join promos q on q.id = i.promo_id
   where t.created_at > after and t.created_at <= until and (of_events is null or t.event_id = any (of_events))
  union all
  -- Undone: out of the day on which it was made, as if it had not been.
  select t.event_id, t.created_at, t.type_id, q.promoter_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
         -1, -(t.kind = 'courtesy')::int, -(t.kind = 'in_person')::int, 0
    from tickets t left join issuances i on i.id = t.issuance_id left join promos q on q.id = i.promo_id
   where t.cancelled_at > after and t.cancelled_at <= until and t.kind in ('courtesy', 'in_person')
     and (of_events is null or t.event_id = any (of_events))
  union all
  select s.event_id, s.at, t.type_id, coalesce(o.promoter_id, q.promoter_id), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
    from scans s left join tickets t on t.id = s.ticket_id left join orders o on o.id = t.order_id
    left join issuances i on i.id = t.issuance_id left join promos q on q.id = i.promo_id
   where s.at > after and s.at <= until and s.result = 'admitted' and (of_events is null or s.event_id = any (of_events))
$$;
