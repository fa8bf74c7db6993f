import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  narrowed: { event: { promos: 'event_id = any($ids)' } },
  of: {
    event: {
      'a promoter may give and sell tickets of their own event': `
      select p.id from promos p
       where exists (select from unnest(p.allowed_type_ids) s (type_id)
                      where not exists (select from ticket_types t where t.id = s.type_id and t.event_id = p.event_id))`,
    },
  },
}
