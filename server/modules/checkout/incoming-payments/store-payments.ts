/** The statements of a batch of payments; who sends them holds the transaction. */
import { sql, type RawBuilder } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** Locks the orders that the payments name and tells what is known; null where no order has that name. */
export function lockPayments(
  told: readonly ProviderPayment[],
): RawBuilder<{ readonly facts: readonly (PaymentFacts | null)[] }> {
  return sql`select facts from checkout_lock_payments(
    ${told.map(({ externalReference }) => externalReference ?? '')}::text[], ${told.map(({ id }) => id)}::text[])`
}

/** The orders are paid with their whole total. What they were bought from is asked of unpaid ones alone. */
export function setPaid(ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    update orders set state = 'paid', paid_cents = total_cents, paid_at = app_now(), ended_at = null, device = null
     where id = any (${ids}::uuid[])`
}
