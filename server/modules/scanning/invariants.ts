import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  narrowed: {
    ticket: { scans: 'ticket_id = any($ids)' },
  },
  of: {
    ticket: {
      'D1 a ticket is admitted once per epoch': `
      select ticket_id from scans where result = 'admitted' group by ticket_id, epoch having count(*) > 1`,
    },
  },
}
