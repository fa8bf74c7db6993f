/** Asks the provider about what each of its notifications names, and applies the answers. */
import type { App } from '#server/context.ts'
import type { CollectorOf } from '#server/modules/companies/payment-account/hooks.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { suspectAccount } from '#server/modules/companies/payment-account/suspect-account.ts'
import { ProviderUnavailable, type PaymentAccount } from '#server/adapters/payments/port.ts'
import { readOrAlarm } from '#server/modules/payments/alarm-unreadable.ts'
import type { ClaimedNotification } from '#server/modules/payments/store.ts'
import { takeTurns } from '#server/modules/payments/take-turns.ts'
import { count } from '#server/shared/counts.ts'
import { listPossibleCollectors } from './queries.ts'
import { applyPayment } from './apply-payment.ts'
import { syncPayments } from './sync-payments.ts'

/** Two batches of payments: one is asked about while the other is applied. */
const AT_ONCE = 200
/** Some four minutes of looks for a payment that the provider reported and does not find. */
const MOST_LOOKS = 8

type AccountOf = (of: CollectorOf) => Promise<PaymentAccount | null>

/**
 * Handles every notification whose turn it is. When the provider could not be asked, the notification has its next turn later;
 * the reconciler finds the payment in any case. A worker that is stopping takes no more of them, because what it leaves
 * unfinished waits until its claim lapses.
 */
export async function applyNotifications(app: App, stopping?: AbortSignal): Promise<void> {
  let claimedBy = ''
  let accountOf = rememberAccounts(app)
  const apply = (notification: ClaimedNotification) => {
    if (notification.leasedBy !== claimedBy) accountOf = rememberAccounts(app)
    claimedBy = notification.leasedBy
    return handle(app, notification, accountOf)
  }
  await takeTurns(app, AT_ONCE, apply, stopping)
}

/** The notifications of one claim are of few companies, so each account is read once. */
function rememberAccounts(app: App): AccountOf {
  const accounts = new Map<string, ReturnType<AccountOf>>()
  return (of) => {
    const name = `${of.companyId} ${of.collectorId}`
    const known = accounts.get(name) ?? findCollector(app, of)
    accounts.set(name, known)
    return known
  }
}

async function handle(app: App, notification: ClaimedNotification, accountOf: AccountOf): Promise<string> {
  const { topic, orderId, collectorId } = notification
  if (topic === 'merchant_order' && orderId !== null) {
    await syncPayments(app, orderId)
    return 'asked'
  }
  if (topic === 'account' && collectorId !== null) {
    // Connected or taken back: the provider is asked, as of everything that a notification says.
    await suspectAccount(app.db, collectorId)
    return 'asked'
  }
  if (topic !== 'payment' && topic !== 'chargeback') return 'ignored'
  const outcome = await applyNamed(app, notification, accountOf)
  // The provider itself reported it for an order of ours, and its own reads lag.
  if (outcome === 'not_found' && notification.isSigned && orderId !== null && notification.attempts < MOST_LOOKS) {
    throw new ProviderUnavailable('provider_error', 'fetchPayment', { detail: 'reported_and_not_found' })
  }
  count('payments', { outcome })
  return outcome
}

/** Reads the named payment with each account that may have collected it. Only the right one can. */
async function applyNamed(app: App, notification: ClaimedNotification, accountOf: AccountOf): Promise<string> {
  const { resourceId: paymentId, collectorId, companyId, orderCollectorId, orderPublicId } = notification
  const fetchAs = async (of: CollectorOf) => {
    const account = await accountOf(of)
    if (!account) return null
    const read = () => app.vendors.payments.fetchPayment(account, paymentId)
    const payment = await readOrAlarm(app, { collectorId: of.collectorId, paymentId, orderPublicId }, read)
    if (payment === undefined) throw new ProviderUnavailable('bad_answer', 'fetchPayment')
    return payment
  }
  // Nearly always it is the one that the order's checkout collects for.
  const likely = companyId !== null && orderCollectorId !== null ? { companyId, collectorId: orderCollectorId } : null
  const named = likely && (await fetchAs(likely))
  if (named) return applyPayment(app, named)
  for (const of of await listPossibleCollectors(app, { collectorId, paymentId })) {
    const isAsked = of.companyId === likely?.companyId && of.collectorId === likely.collectorId
    const payment = isAsked ? null : await fetchAs(of)
    if (payment) return applyPayment(app, payment)
  }
  return 'not_found'
}
