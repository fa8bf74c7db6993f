/** The statements of a batch of payments. Their caller holds the transaction. */
import { sql, type RawBuilder } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { PaymentFacts } from './decide-payment.ts'

/** Locks the orders that the payments name and gives the facts of each payment; null where no order has that name. */
export function lockPayments(
  providerPayments: readonly ProviderPayment[],
): RawBuilder<{ readonly facts: readonly (PaymentFacts | null)[] }> {
  return sql`select facts from checkout_lock_payments(
    ${providerPayments.map(({ externalReference }) => externalReference ?? '')}::text[], ${providerPayments.map(({ id }) => id)}::text[])`
}

/** The orders are paid with their whole total. Their device is forgotten, because only unpaid orders are counted by device. */
export function setPaid(ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    update orders set state = 'paid', paid_cents = total_cents, paid_at = app_now(), ended_at = null, device = null
     where id = any (${ids}::uuid[])`
}
