/** A checkout at the provider. */
import type { Checkout, CheckoutRequest, PaymentAccount } from '#server/adapters/payments/port.ts'
import { perProcess, type App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'

/** The provider serves each seller only so many calls at once; a hot sale would otherwise turn into refusals. */
const IN_FLIGHT_PER_COMPANY = 10
/** More people than that are better served by a page that tries again. */
const MAX_WAITING = 100

interface Gate {
  running: number
  readonly waiting: (() => void)[]
}

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
  const gates = perProcess(app, 'payments.gates', () => new Map<string, Gate>())
  const gate = gates.get(companyId) ?? { running: 0, waiting: [] }
  gates.set(companyId, gate)
  if (gate.running < IN_FLIGHT_PER_COMPANY) gate.running += 1
  else {
    if (gate.waiting.length >= MAX_WAITING) throw new Failure('busy', undefined, { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => gate.waiting.push(resolve))
  }
  try {
    return await app.payments.createCheckout(account, request)
  } finally {
    const next = gate.waiting.shift()
    if (next) next()
    else gate.running -= 1
    if (gate.running === 0) gates.delete(companyId)
  }
}
