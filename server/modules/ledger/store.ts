/** The only SQL that writes the ledger. */
import type { App } from '#server/context.ts'
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

export async function insertEntries(app: App, subject: EntrySubject, entries: readonly Entry[]): Promise<void> {
  await app.db
    .insertInto('ledger_entries')
    .values(
      entries.map((entry) => ({
        kind: entry.kind,
        debit: entry.to,
        credit: entry.from,
        amount_cents: entry.amountCents,
        company_id: subject.companyId,
        event_id: subject.eventId,
        order_id: subject.orderId ?? null,
        payment_id: subject.paymentId ?? null,
        refund_id: subject.refundId ?? null,
        ticket_id: subject.ticketId ?? null,
      })),
    )
    .execute()
}
