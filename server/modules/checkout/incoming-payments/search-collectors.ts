/** Looks through what changed at each account, whatever was told of it: with this alone the biggest night is known in minutes. */
import { ProviderUnavailable, type PaymentAccount, type ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { findKnown, findTold } from '#server/modules/payments/queries.ts'
import { nextCursor, OVERLAP_SECONDS } from '#server/modules/payments/search-cursor.ts'
import {
  claimSearches,
  forgetSearch,
  searchLease,
  settleSearch,
  type ClaimedSearch,
} from '#server/modules/payments/store.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { count } from '#server/shared/counts.ts'
import { findReferences } from '../queries.ts'
import { applyPayment } from './apply-payment.ts'
import { inFull } from './sync-payments.ts'

const ACCOUNTS_AT_ONCE = 5
/** Two batches of payments: one is asked about while the other is applied. */
const PAYMENTS_AT_ONCE = 200

/** Every account whose time it is. The job `checkout.search-collectors`. */
export async function searchCollectors(app: App, stopping?: AbortSignal): Promise<void> {
  if (!app.payments.isConfigured) return
  await drainLeases(app, searchLease, {
    atOnce: ACCOUNTS_AT_ONCE,
    stopping,
    claim: (limit) => claimSearches(app, limit),
    handle: (search) => searchCollector(app, search),
  })
}

/** Throws `ProviderUnavailable`, to be tried again later from where it was. */
async function searchCollector(app: App, search: ClaimedSearch): Promise<void> {
  const account = await findCollector(app, search)
  if (!account) return forgetSearch(app, search)
  const { payments, isWhole } = await app.payments.listChanged(
    account,
    addSeconds(search.searchedUntil, -OVERLAP_SECONDS),
  )
  const [known, told, ours] = await Promise.all([
    findKnown(app, payments),
    findTold(
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
    ({ id, externalReference }) => ours.has(externalReference ?? '') && !known.has(id) && !told.has(id),
  )
  const next = news.values()
  const worker = async () => {
    for (const payment of next) await applyOne(app, account, payment)
  }
  await Promise.all(Array.from({ length: Math.min(PAYMENTS_AT_ONCE, news.length) }, worker))
  await settleSearch(app, search, isWhole ? search.now : nextCursor(search.searchedUntil, payments), isWhole)
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
