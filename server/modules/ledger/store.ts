/** The only SQL that writes the ledger. Later modules call it in the transaction of the fact itself. */
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import type { Entry } from './entry.ts'

/** Subjects of entries. */
export interface EntrySubject {
  readonly companyId: string
  readonly eventId: string
  readonly orderId?: string
  readonly paymentId?: string
  readonly refundId?: string
  readonly ticketId?: string
  /** Whose commission or cash it is. */
  readonly promoId?: string
  readonly costId?: string
}

/** The entries that one order, payment or refund makes. */
export interface Facts {
  readonly subject: EntrySubject
  readonly entries: readonly Entry[]
}

/** Adds entries about one order, payment or refund. Entering a sale or a payment's fee a second time breaks a unique index. */
export async function recordEntries(app: Core, subject: EntrySubject, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await entriesOf([{ subject, entries }]).execute(app.db)
}

/** The same of several. */
export async function recordFacts(app: Core, facts: readonly Facts[]): Promise<void> {
  if (facts.length > 0) await entriesOf(facts).execute(app.db)
}

/** The same of several as a statement, for a transaction that sends many at once. */
export function entriesOf(facts: readonly Facts[]): RawBuilder<unknown> {
  const rows = facts.flatMap(({ subject, entries }) => entries.map((entry) => ({ ...subject, ...entry })))
  return sql`
    insert into ledger_entries (kind, debit, credit, amount_cents, company_id, event_id, order_id, payment_id, refund_id, ticket_id, promo_id, cost_id)
    select * from unnest(
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.to)}::text[], ${rows.map((row) => row.from)}::text[],
      ${rows.map((row) => row.amountCents)}::bigint[], ${rows.map((row) => row.companyId)}::uuid[],
      ${rows.map((row) => row.eventId)}::uuid[], ${rows.map((row) => row.orderId ?? null)}::uuid[],
      ${rows.map((row) => row.paymentId ?? null)}::uuid[], ${rows.map((row) => row.refundId ?? null)}::uuid[],
      ${rows.map((row) => row.ticketId ?? null)}::uuid[], ${rows.map((row) => row.promoId ?? null)}::uuid[],
      ${rows.map((row) => row.costId ?? null)}::uuid[])`
}
