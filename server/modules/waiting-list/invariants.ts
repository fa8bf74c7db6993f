import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  kinds: {
    waiting_list_entry: {
      atOnce: 200,
      around: `
      with touched as materialized (select id, event_id, type_id from waiting_list_entries where id = any($ids))
      select 'type' as kind, type_id as id, event_id from touched union select 'event', event_id, event_id from touched`,
    },
  },
  narrowed: {
    type: { waiting_list_entries: 'type_id = any($ids)' },
    waiting_list_entry: { waiting_list_entries: 'id = any($ids)' },
  },
  of: {
    type: {
      'I2 places wanted are those that people wait for': `
      select s.type_id from ticket_stock s where s.wanted <> (
        select coalesce(sum(w.quantity), 0) from waiting_list_entries w where w.type_id = s.type_id and w.state = 'waiting')`,
      'I2 places kept for offers are those of the offers that stand': `
      select s.type_id from ticket_stock s where s.offered <> (
        select coalesce(sum(w.offered), 0) from waiting_list_entries w where w.type_id = s.type_id and w.state = 'offered')`,
    },
    waiting_list_entry: {
      'waitlist entries are for a type of their event': `
      select w.id from waiting_list_entries w
       where not exists (select from ticket_types t where t.id = w.type_id and t.event_id = w.event_id)`,
    },
  },
}
