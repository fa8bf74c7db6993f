/** Searches each account for changed payments, notified or not: this alone finds the biggest night's payments in minutes. */
import { ProviderUnavailable, type PaymentAccount, type ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { alarmUnreadable, readOrAlarm } from '#server/modules/payments/alarm-unreadable.ts'
import { findUnchanged, findPendingNotifications } from '#server/modules/payments/queries.ts'
import { insertNotifications, paymentSearch, SEARCH_EVERY_SECONDS } from '#server/modules/payments/store.ts'
import { advanceSweep, readChanged, sweepAccounts, type SweptAccount } from '#server/modules/payments/sweep-accounts.ts'
import { count } from '#server/shared/counts.ts'
import { newId } from '#server/shared/ids.ts'
import { runAtOnce } from '#server/shared/run-at-once.ts'
import { findOwnUnreadable, findReferences } from './queries.ts'
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
  const { items, unreadable, isWhole, until } = await readChanged(app, account, search)
  const [unchanged, pending, ours, unread] = await Promise.all([
    findUnchanged(app, items),
    findPendingNotifications(
      app,
      items.map(({ id }) => id),
    ),
    findReferences(
      app,
      items.flatMap(({ externalReference }) => externalReference ?? []),
    ),
    findOwnUnreadable(app, unreadable),
  ])
  // Sales of the same account outside the platform are skipped.
  const news = items.filter(
    ({ id, externalReference }) => ours.has(externalReference ?? '') && !unchanged.has(id) && !pending.has(id),
  )
  for (const each of unread) alarmUnreadable(app, { collectorId: account.collectorId, ...each })
  await keepHints(app, account, unread)
  await runAtOnce(news, PAYMENTS_AT_ONCE, (payment) => applyOne(app, account, payment))
  await advanceSweep(app, paymentSearch, search, { until, seconds: isWhole ? SEARCH_EVERY_SECONDS : 0 })
}

/** One that cannot be applied stops no other: its order is asked about by itself, too. */
async function applyOne(app: App, account: PaymentAccount, payment: ProviderPayment): Promise<void> {
  const { id: paymentId, externalReference: orderPublicId } = payment
  const { collectorId } = account
  try {
    const whole = await readOrAlarm(app, { collectorId, paymentId, orderPublicId }, () => inFull(app, account, payment))
    if (whole === undefined) return await keepHints(app, account, [{ paymentId, orderPublicId }])
    if (whole) count('payments', { outcome: await applyPayment(app, whole) })
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
    app.log.error({ err: error, paymentId }, 'a payment that was found could not be applied')
  }
}

/** Keeps payments as hints: each is asked for by its id, for some hours, while the search goes on from where it is. */
async function keepHints(
  app: App,
  { collectorId }: PaymentAccount,
  unread: readonly { readonly paymentId: string | null; readonly orderPublicId: string | null }[],
): Promise<void> {
  const hint = { notificationId: newId(), topic: 'payment', collectorId, isSigned: false } as const
  const hints = unread.flatMap(({ paymentId: resourceId, orderPublicId }) =>
    resourceId === null ? [] : [{ ...hint, resourceId, orderPublicId }],
  )
  if (hints.length > 0) await insertNotifications(app, hints)
}
