/** Asks the provider about what each of its notifications names, and applies the answers. */
import type { App } from '#server/context.ts'
import { findPaymentAccount, type CompanyPaymentAccount } from '#server/modules/companies/queries.ts'
import type { ClaimedNotification } from '#server/modules/payments/store.ts'
import { takeTurns } from '#server/modules/payments/take-turns.ts'
import { count } from '#server/shared/counts.ts'
import { listCandidateCompanies } from '../queries.ts'
import { applyPayment } from './apply-payment.ts'
import { syncPayments } from './sync-payments.ts'

/** Two batches of payments: one is asked about while the other is applied. */
const AT_ONCE = 200

type AccountOf = (companyId: string) => Promise<CompanyPaymentAccount | null>

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
  return (companyId) => {
    const known = accounts.get(companyId) ?? findPaymentAccount(app, companyId)
    accounts.set(companyId, known)
    return known
  }
}

async function handle(app: App, notification: ClaimedNotification, accountOf: AccountOf): Promise<string> {
  const { topic, orderId } = notification
  if (topic === 'merchant_order' && orderId !== null) {
    await syncPayments(app, orderId)
    return 'asked'
  }
  if (topic !== 'payment' && topic !== 'chargeback') return 'ignored'
  const outcome = await applyNamed(app, notification, accountOf)
  count('payments', { outcome })
  return outcome
}

/** Reads the named payment with the account of each company that it may belong to. Only the right account can read it. */
async function applyNamed(app: App, notification: ClaimedNotification, accountOf: AccountOf): Promise<string> {
  const { resourceId: paymentId, collectorId, companyId } = notification
  const fetchAs = async (id: string) => {
    const account = await accountOf(id)
    return account && app.payments.fetchPayment(account, paymentId)
  }
  // Nearly always it is the company of the order that the notification names.
  const named = companyId === null ? null : await fetchAs(companyId)
  if (named) return applyPayment(app, named)
  for (const id of await listCandidateCompanies(app, { collectorId, paymentId })) {
    const payment = id === companyId ? null : await fetchAs(id)
    if (payment) return applyPayment(app, payment)
  }
  return 'not_found'
}
