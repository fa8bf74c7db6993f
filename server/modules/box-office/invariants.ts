import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  kinds: {
    issuance: {
      atOnce: 100,
      around: `
      with touched as materialized (select id, event_id, type_id from issuances where id = any($ids))
      select 'ticket' as kind, t.id, t.event_id from tickets t join touched i on i.id = t.issuance_id
       union select 'type', type_id, event_id from touched
       union select 'event', event_id, event_id from touched`,
    },
  },
  narrowed: { issuance: { issuances: 'id = any($ids)' } },
  of: {
    issuance: {
      'a promoter’s issuance is of their part in its event': `
      select i.id from issuances i join promos p on p.id = i.promo_id where p.event_id <> i.event_id`,
      'an issuance is of a type of its event, and has all its tickets': `
      select i.id from issuances i left join ticket_types y on y.id = i.type_id
       where y.event_id is distinct from i.event_id
          or i.quantity <> (select count(*) from tickets t where t.issuance_id = i.id)`,
    },
    ticket: {
      'a ticket made by hand is of its issuance, and what came from no order has one': `
      select t.id from tickets t left join issuances i on i.id = t.issuance_id
       where (t.order_id is null and t.kind in ('courtesy', 'in_person') and i.id is null)
          or (t.issuance_id is not null
              and (t.order_id is not null or t.fee_cents > 0
                   or (i.event_id, i.type_id, i.kind, i.price_cents) is distinct from (t.event_id, t.type_id, t.kind, t.price_cents)))`,
      'what a promoter sold in person is their debt until it is handed in or given back': `
      select t.id from tickets t join issuances i on i.id = t.issuance_id left join lateral (
        select coalesce(sum(l.amount_cents) filter (where l.debit = 'promoter_cash'), 0) as taken,
               coalesce(sum(l.amount_cents) filter (where l.credit = 'promoter_cash'), 0) as back,
               count(*) filter (where l.promo_id is distinct from i.promo_id) as others
          from ledger_entries l where l.ticket_id = t.id and l.order_id is null and l.kind = 'promoter_cash') l on true
       where l.taken <> case when i.promo_id is null then 0 else t.price_cents end or l.others > 0
          or l.back not in (0, l.taken) or (l.back > 0 and t.state <> 'cancelled')`,
      'a promoter holds no less cash than none': `
      select t.id from tickets t join issuances i on i.id = t.issuance_id join promos p on p.id = i.promo_id
       where (select sum(m.cash_cents) from promos k cross join lateral ledger_of_promo(k.id) m
               where k.event_id = p.event_id and k.promoter_id = p.promoter_id) < 0`,
      'M1 what was sold in person is in the ledger once, and goes back only with its ticket': `
      select t.id from tickets t left join lateral (
        select coalesce(sum(l.amount_cents) filter (where l.kind = 'sale'), 0) as sale,
               coalesce(sum(l.amount_cents) filter (where l.kind = 'refund'), 0) as back
          from ledger_entries l where l.ticket_id = t.id and l.order_id is null) l on true
       where t.issuance_id is not null
         and (l.sale <> t.price_cents or l.back not in (0, t.price_cents) or (l.back > 0 and t.state <> 'cancelled'))`,
    },
  },
}
