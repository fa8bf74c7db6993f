import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  narrowed: {
    order: { payments: 'order_id = any($ids)' },
  },
  of: {
    order: {
      'M6 no more goes back than was paid': `
      select p.id from payments p
       where p.refunded_cents > p.amount_cents or p.refunded_cents <> (
         select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.state in ('completed', 'external'))`,
      'M1 suspense holds what waits to go back': `
      select p.id from payments p left join lateral (
        select coalesce(sum(case when l.debit = 'suspense' then l.amount_cents else -l.amount_cents end), 0) as waiting
          from ledger_entries l where l.payment_id = p.id and 'suspense' in (l.debit, l.credit)) l on true
       where not p.is_applied and l.waiting <> case when p.status in ('approved', 'refunded', 'charged_back')
                                                    then p.amount_cents - p.refunded_cents else 0 end`,
    },
  },
}
