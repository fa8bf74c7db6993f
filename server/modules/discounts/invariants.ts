import type { Invariants } from '#server/db/invariants.ts'

/** The comparison with orders is in checkout. */
export const invariants: Invariants = {
  narrowed: { event: { discount_codes: 'event_id = any($ids)' } },
  of: {
    event: {
      'a discount code is for types of its event': `
      select d.id from discount_codes d
       where exists (select from unnest(d.type_ids) s (type_id)
                      where not exists (select from ticket_types t where t.id = s.type_id and t.event_id = d.event_id))`,
    },
  },
}
