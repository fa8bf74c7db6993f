import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  whole: {
    'M9 the ledger has of each cost what it is now, and nothing of a removed one': `
    select k.id from event_costs k
     where case when k.removed_at is null then k.amount_cents else 0 end <> (
             select coalesce(sum(ledger_held('suppliers', l.debit, l.credit, l.amount_cents)), 0)
               from ledger_entries l where l.cost_id = k.id)`,
    'M9 what the ledger has of costs is of a cost of that event': `
    select l.id from ledger_entries l left join event_costs k on k.id = l.cost_id
     where (l.kind = 'cost' or l.cost_id is not null) and (l.kind <> 'cost' or k.event_id is distinct from l.event_id)`,
  },
}
