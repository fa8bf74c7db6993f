import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  of: {
    order: {
      'M6 no more goes back than was paid': `
      select p.id from payments p
       where p.refunded_cents > p.amount_cents or p.refunded_cents <> (
         select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.state in ('completed', 'external'))`,
    },
  },
}
