/** A notification's job: ask the provider about what it names, and apply the answer. */
import type { App } from '#server/context.ts'
import { findPaymentAccount } from '#server/modules/companies/queries.ts'
import { findOpenNotification, listCandidateCompanies } from '#server/modules/payments/queries.ts'
import { settleNotification } from '#server/modules/payments/settle-notification.ts'
import { count } from '#server/shared/counts.ts'
import { applyPayment } from './apply-payment.ts'
import { askProvider } from './ask-provider.ts'
import { findOrder } from './queries.ts'

interface OpenNotification {
  readonly topic: string
  readonly resourceId: string
  readonly collectorId: string | null
  readonly orderPublicId: string | null
}

/**
 * Handles a notification once; one that was handled does nothing. Throws `ProviderUnavailable` when the provider could not
 * be asked, so that the job is tried again; the reconciler finds the payment in any case.
 */
export async function applyNotification(app: App, notificationId: string): Promise<void> {
  const notification = await findOpenNotification(app, notificationId)
  if (!notification) return
  await settleNotification(app, notificationId, await handle(app, notification))
}

async function handle(app: App, notification: OpenNotification): Promise<string> {
  const { topic, orderPublicId } = notification
  const order = orderPublicId === null ? undefined : await findOrder(app, orderPublicId)
  if (topic === 'merchant_order' && order) {
    await askProvider(app, order.id)
    return 'asked'
  }
  if (topic !== 'payment' && topic !== 'chargeback') return 'ignored'
  const outcome = await applyNamed(app, notification, order?.companyId)
  count('payments', { outcome })
  return outcome
}

/** Reads the named payment with the account of each company that it may belong to; only one of them can. */
async function applyNamed(app: App, notification: OpenNotification, companyId: string | undefined): Promise<string> {
  const { resourceId: paymentId, collectorId } = notification
  const fetchAs = async (id: string) => {
    const account = await findPaymentAccount(app, id)
    return account && app.payments.fetchPayment(account, paymentId)
  }
  // Nearly always it is the order's; nobody else is looked for then.
  const named = companyId === undefined ? null : await fetchAs(companyId)
  if (named) return applyPayment(app, named)
  for (const id of await listCandidateCompanies(app, { collectorId, paymentId })) {
    const payment = id === companyId ? null : await fetchAs(id)
    if (payment) return applyPayment(app, payment)
  }
  return 'not_found'
}
