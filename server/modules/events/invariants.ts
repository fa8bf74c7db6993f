import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  kinds: {
    event: {
      atOnce: 50,
      around: `
      select 'type' as kind, id, event_id from ticket_types where event_id = any($ids)`,
    },
    // A type counts all of its tickets.
    type: { atOnce: 1 },
  },
  narrowed: {
    type: { ticket_types: 'id = any($ids)' },
  },
  of: {
    type: {
      'every type has its stock and its event has one': `
      select t.id from ticket_types t left join ticket_stock s on s.type_id = t.id left join event_stock e on e.event_id = t.event_id
       where s.event_id is distinct from t.event_id or e.event_id is null`,
    },
    buyer: {
      'I5 each person holds at most as many places as the event allows': `
      select b.buyer_id from buyer_counters b join events e on e.id = b.event_id and b.type_id = b.event_id
       where b.taken > e.person_limit
         -- A limit that was lowered later binds new orders only.
         and not exists (select from audit_rows a where a.object_type = 'event' and a.object_id = e.id::text and a.action = 'event.update')`,
      'I5 each person holds at most as many places as the type allows': `
      select b.buyer_id from buyer_counters b join ticket_types t on t.id = b.type_id
       where b.taken > t.per_person_limit
         and not exists (select from audit_rows a where a.object_type = 'event' and a.object_id = t.event_id::text and a.action = 'event.tickets')`,
    },
  },
}
