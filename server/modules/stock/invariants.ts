import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  narrowed: {
    event: { event_stock: 'event_id = any($ids)', ticket_stock: 'event_id = any($ids)' },
    type: { ticket_stock: 'type_id = any($ids)' },
    buyer: { buyer_counters: '(event_id, buyer_id) in ($pairs)' },
  },
  of: {
    event: {
      'I1 places taken are within the capacity of the event': `
      select event_id from event_stock where taken > capacity or taken < 0`,
      'I2 an event counts the places of its types': `
      select e.event_id from event_stock e where e.taken <> (
        select coalesce(sum(s.held + s.sold + s.courtesy), 0) from ticket_stock s where s.event_id = e.event_id)`,
    },
    type: {
      'I1 places taken are within the capacity of the type': `
      select type_id from ticket_stock where held + sold + courtesy > capacity or least(held, sold, courtesy) < 0`,
      'I1 places that are kept for offers are held': `
      select type_id from ticket_stock where offered > held or least(offered, wanted) < 0`,
    },
  },
}
