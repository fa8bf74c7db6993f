/** The provider's own books against the ledger: what each payment moved, to the centavo. */
import { sql } from 'kysely'
import type { StoredPayment } from '#simulators/mercado-pago/state.ts'
import type { Core } from '#server/context.ts'
import { compareSettlement, NOTHING, type PaymentFigures } from '#server/modules/settlement/compare-settlement.ts'
import { listLedgerFigures } from '#server/modules/settlement/queries-figures.ts'

/**
 * Payments of which the ledger says something else than the provider's books, among them those for our orders that it says
 * nothing of although their money has not all gone back. What was paid for others is none of ours.
 */
export async function compareBooks(app: Core, payments: readonly StoredPayment[]): Promise<string[]> {
  const books = await listLedgerFigures(
    app,
    payments.map(({ id }) => id),
  )
  const entered = new Map(
    books.filter(({ lastEntryAt }) => lastEntryAt !== null).map((book) => [book.providerPaymentId, book]),
  )
  const ours = await findOurs(app, payments)
  return payments.flatMap((payment) => {
    const theirs = bookedFigures(payment)
    const book = entered.get(payment.id)
    const isLost = !book && ours.has(payment.id) && theirs.returned < theirs.charged
    if (!book && !isLost) return []
    return compareSettlement(book?.figures ?? NOTHING, theirs).map(
      ({ what, ledgerCents, providerCents }) =>
        `${book?.orderPublicId ?? payment.externalReference} ${what}: ${ledgerCents} in the ledger, ${providerCents} in the provider's books`,
    )
  })
}

/** Those that name an order of ours, in an account that collects for it and not in a try with test credentials (rule R10.5). */
async function findOurs(app: Core, payments: readonly StoredPayment[]): Promise<ReadonlySet<string>> {
  const live = payments.filter(({ liveMode }) => liveMode)
  const { rows } = await sql<{ id: string }>`
    select a.id from unnest(${live.map(({ id }) => id)}::text[], ${live.map(({ externalReference }) => externalReference ?? '')}::text[],
                            ${live.map(({ collectorId }) => collectorId)}::text[]) a (id, reference, collector_id)
      join orders o on o.public_id = a.reference
     where exists (select from provider_checkouts k where k.order_id = o.id and k.collector_id = a.collector_id)
        or exists (select from payment_accounts k where k.company_id = o.company_id and k.collector_id = a.collector_id)`.execute(
    app.db,
  )
  return new Set(rows.map(({ id }) => id))
}

function bookedFigures(payment: StoredPayment): PaymentFigures {
  if (payment.approvedAt === null) return NOTHING
  const isGone = payment.status === 'charged_back' && payment.statusDetail !== 'reimbursed'
  return {
    charged: payment.amountCents,
    returned: isGone ? payment.amountCents : payment.refundedCents,
    platform: payment.marketplaceFeeCents,
    platform_returned: payment.marketplaceReturnedCents,
    provider: payment.feeCents,
  }
}
