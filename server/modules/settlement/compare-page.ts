/** Reads a page of an account's changed payments at the provider and compares each with the ledger. Writes nothing. */
import type { PaymentAccount, ProviderPayment, Unreadable } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { findOwnUnreadable } from '#server/modules/checkout/incoming-payments/queries.ts'
import { inFull } from '#server/modules/checkout/incoming-payments/sync-payments.ts'
import { alarmUnreadable, readOrAlarm } from '#server/modules/payments/alarm-unreadable.ts'
import { readChanged } from '#server/modules/payments/sweep-accounts.ts'
import { addSeconds, isBefore } from '#server/shared/clock.ts'
import { runAtOnce } from '#server/shared/run-at-once.ts'
import { compareSettlement, NOTHING, providerFigures } from './compare-settlement.ts'
import { findOwnReferences, listChangedPayments, listLedgerFigures, type LedgerFigures } from './queries-figures.ts'
import type { Compared } from './store.ts'

/** The ledger knows a payment after this long even if every notification is lost; a younger change is not compared yet. */
export const GRACE_SECONDS = 300
const PAYMENTS_AT_ONCE = 20

export interface Comparison {
  readonly compared: readonly Compared[]
  /** Payments that changed within the grace: the next comparison reads them again. */
  readonly tooRecent: number
  /** Payments of ours that cannot be read, in the list or by their id. */
  readonly unread: number
  /** Everything up to here was compared. */
  readonly until: string
  /** Whether this page was the last. */
  readonly isWhole: boolean
}

export interface ComparedAccount {
  readonly companyId: string
  readonly collectorId: string
  readonly cursor: string
  readonly now: string
}

/** Compares the next page of what changed since `cursor`. Throws `ProviderUnavailable`. */
export async function comparePage(app: App, account: PaymentAccount, from: ComparedAccount): Promise<Comparison> {
  const { items, unreadable, isWhole, since, until } = await readChanged(app, account, from)
  const reader = readPayments(app, account)
  const payments = [...items, ...(await reader.readOwn(unreadable))]
  const listed = new Map(payments.map((payment) => [payment.id, payment]))
  // With the last page come payments that changed in the ledger and not in the provider's list.
  const changed = isWhole ? await listChangedPayments(app, from, since) : []
  const [figures, ours] = await Promise.all([
    listLedgerFigures(app, [...new Set([...listed.keys(), ...changed])]),
    findOwnReferences(
      app,
      from,
      payments.flatMap(({ externalReference }) => externalReference ?? []),
    ),
  ])
  const known = new Map(figures.map((each) => [each.providerPaymentId, each]))
  const isOurs = ({ id, externalReference, liveMode }: ProviderPayment) =>
    known.has(id) || (liveMode && ours.has(externalReference ?? ''))
  const ids = new Set([...changed, ...payments.filter(isOurs).map(({ id }) => id)])
  const results: (Compared & { isTooRecent: boolean })[] = []
  await runAtOnce(ids, PAYMENTS_AT_ONCE, async (id) => {
    const payment = await reader.read({ paymentId: id, orderPublicId: known.get(id)?.orderPublicId }, listed.get(id))
    if (payment !== undefined) results.push(comparePayment(id, known.get(id), payment, from.now))
  })
  const compared = results.filter(({ isTooRecent }) => !isTooRecent)
  const { unread } = reader
  return { compared, tooRecent: results.length - compared.length, unread: unread.size, until, isWhole }
}

/** Reads payments one by one and remembers those that cannot be read: they are not compared, and the others are. */
function readPayments(app: App, account: PaymentAccount) {
  const { collectorId } = account
  const unread = new Set<string>()
  /** Null where the account has no such payment, undefined where it cannot be read. */
  const read = async (
    { paymentId, orderPublicId = null }: { paymentId: string; orderPublicId: string | null | undefined },
    listed?: ProviderPayment,
  ) => {
    const payment = await readOrAlarm(app, { collectorId, paymentId, orderPublicId }, () =>
      listed ? inFull(app, account, listed) : app.vendors.payments.fetchPayment(account, paymentId),
    )
    if (payment === undefined) unread.add(paymentId)
    return payment
  }
  return {
    unread,
    read,
    /** Reads those of ours by their ids, which the list does not say fully. */
    async readOwn(unreadable: readonly Unreadable[]): Promise<ProviderPayment[]> {
      const found: ProviderPayment[] = []
      for (const { paymentId, orderPublicId } of await findOwnUnreadable(app, unreadable)) {
        alarmUnreadable(app, { collectorId, paymentId, orderPublicId })
        const payment = paymentId === null ? undefined : await read({ paymentId, orderPublicId })
        if (payment) found.push(payment)
        else if (paymentId === null) unread.add(`of order ${orderPublicId}`)
      }
      return found
    },
  }
}

/** A payment that the account does not have, or that the ledger does not, moved nothing there. */
function comparePayment(id: string, ledger: LedgerFigures | undefined, payment: ProviderPayment | null, now: string) {
  const isTooRecent = [payment?.lastUpdatedAt, ledger?.lastEntryAt].some(
    (at) => at !== undefined && at !== null && isBefore(addSeconds(now, -GRACE_SECONDS), at),
  )
  return {
    providerPaymentId: id,
    orderPublicId: ledger?.orderPublicId ?? payment?.externalReference ?? '',
    differences: compareSettlement(ledger?.figures ?? NOTHING, payment ? providerFigures(payment) : NOTHING),
    isTooRecent,
  }
}
