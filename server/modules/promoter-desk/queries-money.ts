/** What promoters earn, were paid and hold in cash: the ledger's entries of their parts in events. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

export interface PromoterMoney {
  /** Commission, less what went back with refunds. */
  readonly earnedCents: number
  readonly paidCents: number
  /** Earned and not paid; below zero where more was paid than is earned now. */
  readonly owedCents: number
  /** Of sales in person, not handed in yet. */
  readonly cashCents: number
}

export const NO_MONEY: PromoterMoney = { earnedCents: 0, paidCents: 0, owedCents: 0, cashCents: 0 }

/** By event; an event in which nothing moved is not in it. */
export async function moneyByEvent(app: Core, promoterId: string): Promise<ReadonlyMap<string, PromoterMoney>> {
  const { rows } = await sql<PromoterMoney & { eventId: string }>`
    select p.event_id as "eventId",
           sum(ledger_held('promoters', l.debit, l.credit, l.amount_cents)
               + ledger_held('promoters_paid', l.debit, l.credit, l.amount_cents))::bigint as "earnedCents",
           sum(ledger_held('promoters_paid', l.debit, l.credit, l.amount_cents))::bigint as "paidCents",
           sum(ledger_held('promoters', l.debit, l.credit, l.amount_cents))::bigint as "owedCents",
           sum(ledger_held('promoter_cash', l.debit, l.credit, l.amount_cents))::bigint as "cashCents"
      from promos p join ledger_entries l on l.promo_id = p.id
     where p.promoter_id = ${promoterId}
     group by p.event_id`.execute(app.db)
  return new Map(rows.map(({ eventId, ...money }) => [eventId, money]))
}
