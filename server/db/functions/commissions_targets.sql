-- module: commissions
-- What each ticket that a promoter sold earns now and what the ledger has of it, in centavos: of these orders and of what was sold in
-- person by these issuances, or of all where both are null. Terms are those of the moment of the order or the sale in person.
-- A ticket's own refunds take of its price and its fee first and of its drinks last. What went back of a whole order (a chargeback, the
-- seller's own refund) is shared by what is left of each of its tickets, so that an order whose money is gone earns nothing.
create or replace function commissions_targets(of_orders uuid[], of_issuances uuid[])
returns table (
  ticket_id uuid, order_id uuid, promo_id uuid, event_id uuid, company_id uuid, earned_cents bigint, entered_cents bigint)
language sql stable
as $$
  with by_order as (
    select t.id, t.order_id, t.event_id, t.state, o.created_at as made_at, p.id as promo_id, t.price_cents,
           t.price_cents + t.fee_cents as own_cents, coalesce(g.gone, 0) as gone_cents,
           greatest(0, o.refunded_cents - sum(coalesce(g.gone, 0)) over of_order) as shared_cents,
           sum(t.price_cents + t.fee_cents + coalesce(v.paid, 0) - coalesce(g.gone, 0)) over of_order as order_left_cents,
           sum(t.price_cents + t.fee_cents + coalesce(v.paid, 0) - coalesce(g.gone, 0)) over (of_order order by t.position) as until_cents,
           t.price_cents + t.fee_cents + coalesce(v.paid, 0) - coalesce(g.gone, 0) as left_cents,
           -- Bought without a session and joined to the promoter's own account since, or found to be theirs as it was entered.
           p.promoter_id = o.buyer_id or exists (select from own_sales w where w.sale_id = o.id) as is_own
      from orders o
      join promos p on p.code = o.referral_code and p.event_id = o.event_id
      join tickets t on t.order_id = o.id
      left join lateral (select sum(r.amount_cents) as gone from refunds r
                          where r.ticket_id = t.id and r.order_id = o.id and r.state = 'completed') g on true
      left join lateral (select sum(v.price_cents + v.fee_cents) as paid from drink_vouchers v
                          where v.ticket_id = t.id and v.order_id = o.id) v on true
     where checkout_has_paid(o.state)
       and (o.id = any (of_orders) or (of_orders is null and of_issuances is null))
    window of_order as (partition by o.id)
  ), sold as (
    select b.id, b.order_id, b.event_id, b.state, b.made_at, b.promo_id, b.price_cents, b.own_cents, b.is_own,
           least(b.own_cents, b.gone_cents + case when b.order_left_cents > 0 then
             div(b.shared_cents * b.until_cents, b.order_left_cents)
             - div(b.shared_cents * (b.until_cents - b.left_cents), b.order_left_cents) else 0 end)::bigint as back_cents
      from by_order b
     union all
    -- A holder who deletes their account gives a ticket up without its money: the ledger says what went back. Nobody earns on
    -- what they sold to themselves (rule R12.2).
    select t.id, null, t.event_id, t.state, i.created_at, p.id, t.price_cents, t.price_cents,
           t.payer_id = p.promoter_id or exists (select from own_sales w where w.sale_id = i.id),
           coalesce((select sum(b.amount_cents)::bigint from ledger_entries b
                      where b.ticket_id = t.id and b.order_id is null and b.kind = 'refund'), 0)
      from issuances i
      join promos p on p.id = i.promo_id
      join tickets t on t.issuance_id = i.id
     where i.kind = 'in_person'
       and (i.id = any (of_issuances) or (of_orders is null and of_issuances is null))
  )
  select s.id, s.order_id, s.promo_id, s.event_id, e.company_id,
         commissions_earned(
           c.basis_points, c.fixed_cents, (c.earned_on = 'sale' or s.state = 'used') and not s.is_own, s.price_cents,
           -- Its price's part of what went back: the rest is its fee's.
           s.back_cents - round(s.back_cents * (s.own_cents - s.price_cents)::numeric / nullif(s.own_cents, 0))::bigint,
           s.state = 'refunded'),
         coalesce(l.entered, 0)::bigint
    from sold s
    join events e on e.id = s.event_id
    join lateral (select k.basis_points, k.fixed_cents, k.earned_on from commission_terms k
                   where k.promo_id = s.promo_id and k.since <= s.made_at order by k.since desc limit 1) c on true
    left join lateral (select sum(case l.kind when 'commission' then l.amount_cents else -l.amount_cents end) as entered
                         from ledger_entries l
                        where l.promo_id = s.promo_id and l.ticket_id = s.id and l.kind in ('commission', 'commission_return')) l on true
$$;
