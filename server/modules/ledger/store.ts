/** The only SQL that writes the ledger. */
import { sql, type RawBuilder } from 'kysely'
import type { Entry } from './entry.ts'

/** What entries are about. */
export interface EntrySubject {
  readonly companyId: string
  readonly eventId: string
  readonly orderId?: string
  readonly paymentId?: string
  readonly refundId?: string
  readonly ticketId?: string
}

/** The entries that one order, payment or refund makes. */
export interface Facts {
  readonly subject: EntrySubject
  readonly entries: readonly Entry[]
}

export function insertEntries(facts: readonly Facts[]): RawBuilder<unknown> {
  const rows = facts.flatMap(({ subject, entries }) => entries.map((entry) => ({ ...subject, ...entry })))
  return sql`
    insert into ledger_entries (kind, debit, credit, amount_cents, company_id, event_id, order_id, payment_id, refund_id, ticket_id)
    select * from unnest(
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.to)}::text[], ${rows.map((row) => row.from)}::text[],
      ${rows.map((row) => row.amountCents)}::bigint[], ${rows.map((row) => row.companyId)}::uuid[],
      ${rows.map((row) => row.eventId)}::uuid[], ${rows.map((row) => row.orderId ?? null)}::uuid[],
      ${rows.map((row) => row.paymentId ?? null)}::uuid[], ${rows.map((row) => row.refundId ?? null)}::uuid[],
      ${rows.map((row) => row.ticketId ?? null)}::uuid[])`
}
