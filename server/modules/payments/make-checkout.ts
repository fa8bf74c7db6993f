/** A checkout at the provider. */
import type { Checkout, CheckoutRequest, PaymentAccount } from '#server/adapters/payments/port.ts'
import { failures } from '#contract/api/failures.ts'
import { perProcess, type App } from '#server/context.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '#server/shared/concurrency-limiter.ts'

/** The provider serves each seller only so many calls at once; a hot sale would otherwise turn into refusals. */
const IN_FLIGHT_PER_COMPANY = 10
/** More people than that are better served by a page that tries again. */
const MAX_WAITING = 100

/**
 * Asks the provider for a checkout, at most 10 at once per company; never call it inside a transaction. The same order
 * and attempt give the same checkout. Throws `busy` when too many wait, `ProviderUnavailable` when the call failed.
 */
export async function makeCheckout(
  app: App,
  companyId: string,
  account: PaymentAccount,
  request: CheckoutRequest,
): Promise<Checkout> {
  const gates = perProcess(app, 'payments.gates', () => new Map<string, ConcurrencyLimiter>())
  const gate =
    gates.get(companyId) ??
    createConcurrencyLimiter({
      maxConcurrent: IN_FLIGHT_PER_COMPANY,
      maxWaiting: MAX_WAITING,
      busyText: failures.busy[1],
    })
  gates.set(companyId, gate)
  try {
    return await gate.run(() => app.vendors.payments.createCheckout(account, request))
  } finally {
    if (gate.isEmpty()) gates.delete(companyId)
  }
}
