import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  narrowed: {
    order: { ledger_entries: 'order_id = any($ids)' },
  },
}
