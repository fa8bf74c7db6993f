/** What the provider notified of: ask it about what each notification names, and apply the answers. */
import type { App } from '#server/context.ts'
import { findPaymentAccount, type CompanyPaymentAccount } from '#server/modules/companies/queries.ts'
import { listCandidateCompanies } from '#server/modules/payments/queries.ts'
import { takeTurns, type ClaimedNotification } from '#server/modules/payments/take-turns.ts'
import { count } from '#server/shared/counts.ts'
import { applyPayment } from './apply-payment.ts'
import { askProvider } from './ask-provider.ts'

/** As many as one batch of payments. */
const AT_ONCE = 100
/** Taken beside one another, so that a provider who is slow to answer some holds up no others. */
const SIDE_BY_SIDE = 2

type AccountOf = (companyId: string) => Promise<CompanyPaymentAccount | null>

/**
 * Handles every notification whose turn it is; one that was handled does nothing. What the provider could not be asked about
 * has its next turn later; the reconciler finds the payment in any case. A worker that stops takes no more of them: what it had
 * taken and not ended would wait for its claim to lapse.
 */
export async function applyNotifications(app: App, stopping?: AbortSignal): Promise<void> {
  const round = async () => {
    const accountOf = rememberAccounts(app)
    return takeTurns(app, AT_ONCE, (notification) => handle(app, notification, accountOf))
  }
  const worker = async () => {
    while (!stopping?.aborted && (await round()) > 0);
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
}

/** Those of one round are mostly of few companies. */
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
    await askProvider(app, orderId)
    return 'asked'
  }
  if (topic !== 'payment' && topic !== 'chargeback') return 'ignored'
  const outcome = await applyNamed(app, notification, accountOf)
  count('payments', { outcome })
  return outcome
}

/** Reads the named payment with the account of each company that it may belong to; only one of them can. */
async function applyNamed(app: App, notification: ClaimedNotification, accountOf: AccountOf): Promise<string> {
  const { resourceId: paymentId, collectorId, companyId } = notification
  const fetchAs = async (id: string) => {
    const account = await accountOf(id)
    return account && app.payments.fetchPayment(account, paymentId)
  }
  // Nearly always it is the order's; nobody else is looked for then.
  const named = companyId === null ? null : await fetchAs(companyId)
  if (named) return applyPayment(app, named)
  for (const id of await listCandidateCompanies(app, { collectorId, paymentId })) {
    const payment = id === companyId ? null : await fetchAs(id)
    if (payment) return applyPayment(app, payment)
  }
  return 'not_found'
}
