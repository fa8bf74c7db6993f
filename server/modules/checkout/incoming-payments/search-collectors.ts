/** Searches each account for changed payments, notified or not: this alone finds the biggest night's payments in minutes. */
import { ProviderUnavailable, type PaymentAccount, type ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { findUnchanged, findPendingNotifications } from '#server/modules/payments/queries.ts'
import { paymentSearch, SEARCH_EVERY_SECONDS } from '#server/modules/payments/store.ts'
import { advanceSweep, readChanged, sweepAccounts, type SweptAccount } from '#server/modules/payments/sweep-accounts.ts'
import { count } from '#server/shared/counts.ts'
import { runAtOnce } from '#server/shared/run-at-once.ts'
import { findReferences } from './queries.ts'
import { applyPayment } from './apply-payment.ts'
import { inFull } from './sync-payments.ts'

const ACCOUNTS_AT_ONCE = 5
/** Two batches of payments: one is asked about while the other is applied. */
const PAYMENTS_AT_ONCE = 200

/** Searches every account that is due. The job `checkout.search-collectors`. */
export async function searchCollectors(app: App, stopping?: AbortSignal): Promise<void> {
  await sweepAccounts(app, paymentSearch, {
    atOnce: ACCOUNTS_AT_ONCE,
    stopping,
    handle: (account, swept) => searchCollector(app, account, swept),
  })
}

async function searchCollector(app: App, account: PaymentAccount, search: SweptAccount): Promise<void> {
  const { payments, isWhole, until } = await readChanged(app, account, search)
  const [unchanged, pending, ours] = await Promise.all([
    findUnchanged(app, payments),
    findPendingNotifications(
      app,
      payments.map(({ id }) => id),
    ),
    findReferences(
      app,
      payments.flatMap(({ externalReference }) => externalReference ?? []),
    ),
  ])
  // What the seller sells elsewhere through the same account is none of ours.
  const news = payments.filter(
    ({ id, externalReference }) => ours.has(externalReference ?? '') && !unchanged.has(id) && !pending.has(id),
  )
  await runAtOnce(news, PAYMENTS_AT_ONCE, (payment) => applyOne(app, account, payment))
  await advanceSweep(app, paymentSearch, search, { until, seconds: isWhole ? SEARCH_EVERY_SECONDS : 0 })
}

/** One that cannot be applied stops no other: its order is asked about by itself, too. */
async function applyOne(app: App, account: PaymentAccount, payment: ProviderPayment): Promise<void> {
  try {
    count('payments', { outcome: await applyPayment(app, await inFull(app, account, payment)) })
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
    app.log.error({ err: error, paymentId: payment.id }, 'a payment that was found could not be applied')
  }
}
