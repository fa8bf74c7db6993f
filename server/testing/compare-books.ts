/** The provider's own books beside the ledger: what each payment moved, to the centavo. */
import type { StoredPayment } from '#simulators/mercado-pago/state.ts'
import type { Core } from '#server/context.ts'
import { compareSettlement, NOTHING, type Moved } from '#server/modules/settlement/compare-settlement.ts'
import { listBooks } from '#server/modules/settlement/queries-books.ts'

/** Payments of which the ledger says something else than the provider's books, of those that it has entered. */
export async function compareBooks(app: Core, payments: readonly StoredPayment[]): Promise<string[]> {
  const books = await listBooks(
    app,
    payments.map(({ id }) => id),
  )
  return books.flatMap(({ providerPaymentId, orderPublicId, moved, lastEntryAt }) => {
    const theirs = payments.find(({ id }) => id === providerPaymentId)
    if (!theirs || lastEntryAt === null) return []
    return compareSettlement(moved, movedOf(theirs)).map(
      ({ what, ledgerCents, providerCents }) =>
        `${orderPublicId} ${what}: ${ledgerCents} in the ledger, ${providerCents} in the provider's books`,
    )
  })
}

function movedOf(payment: StoredPayment): Moved {
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
