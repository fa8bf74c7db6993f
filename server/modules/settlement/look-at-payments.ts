/** Asks the provider about an account's payments and compares each with the ledger. Writes nothing. */
import type { PaymentAccount, ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { inFull } from '#server/modules/checkout/incoming-payments/sync-payments.ts'
import { addSeconds, isBefore } from '#server/shared/clock.ts'
import { compareSettlement, movedOf, NOTHING } from './compare-settlement.ts'
import { findOwnReferences, listBooks, listMoved, type Book } from './queries-books.ts'
import type { Compared } from './store.ts'

/** What moved since may be on its way: with every notification lost, the ledger knows it after so long. */
export const REACH_SECONDS = 300
const PAYMENTS_AT_ONCE = 20

export interface LookedAt {
  readonly compared: readonly Compared[]
  /** Payments that moved a moment ago: they are looked at the next time. */
  readonly young: number
  /** Everything until then was looked at; more follows where it is not whole. */
  readonly until: string
  readonly isWhole: boolean
}

export interface LookFrom {
  readonly companyId: string
  readonly collectorId: string
  readonly checkedUntil: string
  readonly now: string
}

/** A stretch of what changed at the account since it was last compared. Throws `ProviderUnavailable`. */
export async function lookAtPayments(app: App, account: PaymentAccount, from: LookFrom): Promise<LookedAt> {
  const since = addSeconds(from.checkedUntil, -REACH_SECONDS)
  const { payments, isWhole } = await app.payments.listChanged(account, since)
  const until = isWhole ? from.now : reached(from, payments)
  const told = new Map(payments.map((payment) => [payment.id, payment]))
  // With the last stretch comes what the provider did not say had changed, and the ledger moved all the same.
  const moved = isWhole ? await listMoved(app, from, since) : []
  const [books, ours] = await Promise.all([
    listBooks(app, [...new Set([...told.keys(), ...moved])]),
    findOwnReferences(
      app,
      from,
      payments.flatMap(({ externalReference }) => externalReference ?? []),
    ),
  ])
  const known = new Map(books.map((book) => [book.providerPaymentId, book]))
  const asked = new Set([...moved, ...payments.filter((each) => known.has(each.id) || isOurs(each, ours)).map(idOf)])
  const looked: (Compared & { isYoung: boolean })[] = []
  const next = asked.values()
  const worker = async () => {
    for (const id of next) {
      const listed = told.get(id)
      const payment = listed ? await inFull(app, account, listed) : await app.payments.fetchPayment(account, id)
      looked.push(lookAt(id, known.get(id), payment, from.now))
    }
  }
  await Promise.all(Array.from({ length: Math.min(PAYMENTS_AT_ONCE, asked.size) }, worker))
  const compared = looked.filter(({ isYoung }) => !isYoung)
  return { compared, young: looked.length - compared.length, until, isWhole }
}

const idOf = ({ id }: ProviderPayment) => id
const isOurs = ({ externalReference, liveMode }: ProviderPayment, ours: ReadonlySet<string>) =>
  liveMode && ours.has(externalReference ?? '')

/** A payment that the account does not have, or that the ledger does not, moved nothing there. */
function lookAt(id: string, book: Book | undefined, payment: ProviderPayment | null, now: string) {
  const isYoung = [payment?.lastUpdatedAt, book?.lastEntryAt].some(
    (at) => at !== undefined && at !== null && isBefore(addSeconds(now, -REACH_SECONDS), at),
  )
  return {
    providerPaymentId: id,
    orderPublicId: book?.orderPublicId ?? payment?.externalReference ?? '',
    differences: compareSettlement(book?.moved ?? NOTHING, payment ? movedOf(payment) : NOTHING),
    isYoung,
  }
}

/** How far a stretch got that did not reach the end: to its last payment, and a second at least, so that it never stands still. */
function reached({ checkedUntil }: LookFrom, payments: readonly ProviderPayment[]): string {
  const least = addSeconds(checkedUntil, 1)
  const last = payments.at(-1)
  const until = last ? addSeconds(last.lastUpdatedAt, REACH_SECONDS) : least
  return isBefore(until, least) ? least : until
}
