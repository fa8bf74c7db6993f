import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  kinds: {
    ticket: {
      atOnce: 500,
      around: `
      with touched as materialized (select id, event_id, type_id, payer_id from tickets where id = any($ids))
      select 'type' as kind, type_id as id, event_id from touched
       union select 'buyer', payer_id, event_id from touched where payer_id is not null
       union select 'event', event_id, event_id from touched`,
    },
  },
  narrowed: {
    type: { tickets: 'event_id = any($events) and type_id = any($ids)' },
    order: { tickets: 'order_id = any($ids)' },
    ticket: { tickets: 'id = any($ids)' },
  },
  of: {
    type: {
      'I2 sold places are those of tickets that have their place': `
      select s.type_id from ticket_stock s where s.sold <> (
        select count(*) from tickets t where t.type_id = s.type_id and t.kind <> 'courtesy' and tickets_has_place(t.state))`,
      'I2 courtesy places are those of courtesies that have their place': `
      select s.type_id from ticket_stock s where s.courtesy <> (
        select count(*) from tickets t where t.type_id = s.type_id and t.kind = 'courtesy' and tickets_has_place(t.state))`,
    },
    ticket: {
      'tickets are of people and keys that exist': `
      select t.id from tickets t
       where not exists (select from users u where u.id = t.holder_id) or not exists (select from users u where u.id = t.payer_id)
          or not exists (select from qr_keys k where k.id = t.key_id)`,
      'T2 a ticket belongs to the receiver of its last transfer, and counts all its transfers': `
      select t.id from tickets t
        left join lateral (select count(*) as times from ticket_transfers x where x.ticket_id = t.id) x on true
        left join lateral (select to_id from ticket_transfers l where l.ticket_id = t.id order by l.epoch desc limit 1) l on true
       where t.transfers <> x.times or t.epoch <= x.times
          or (l.to_id <> t.holder_id and not exists (select from users u where u.id = l.to_id and u.joined_to = t.holder_id))
          or (x.times = 0 and t.order_id is not null and t.holder_id <> t.payer_id)`,
    },
  },
}
