/** Lists of the vendor, page after page. A row that cannot be read is set apart, so that it spoils neither the page nor the list. */
import * as z from 'zod/mini'
import { addSeconds, isBefore } from '#server/shared/clock.ts'
import { count } from '#server/shared/counts.ts'
import { answerIfKnown, answerOf, shaped, type Client, type Read } from './mercado-pago-client.ts'
import { readName, readPayment, readRefund } from './mercado-pago-payment.ts'
import { isPaymentId } from './mercado-pago-webhook.ts'
import type { Listed, PaymentAccount, Payments, ProviderPayment, Unreadable } from './port.ts'

const PAGE = 50
/** Of the payments of one order. */
const MOST_PAGES = 10
/** Of everything that changed at an account in one read. */
const MOST_CHANGED_PAGES = 200
/** Begins each page this much before the last change that was read: the vendor may take `begin_date` as exclusive. */
const OVERLAP_SECONDS = 0.001

const search = shaped(z.object({ results: z.array(z.unknown()), paging: z.object({ total: z.int() }) }))
const list: Read<unknown[]> = (answer) => (Array.isArray(answer) ? answer : null)

/** The part of the port that reads lists. */
export function listsOf(client: Client): Pick<Payments, 'searchPayments' | 'listChanged' | 'listRefunds'> {
  async function readPage(
    operation: string,
    { accessToken }: PaymentAccount,
    query: Readonly<Record<string, string | number>>,
  ): Promise<{ results: unknown[]; total: number }> {
    const path = '/v1/payments/search'
    const call = { method: 'GET', path, query: { ...query, limit: PAGE }, accessToken } as const
    const { results, paging } = answerOf(await client.call(operation, search, call))
    return { results, total: paging.total }
  }

  return {
    /** New payments come first in this order, so that an offset may repeat one and never skips one. */
    async searchPayments(account, externalReference) {
      const query = { sort: 'date_created', criteria: 'desc', external_reference: externalReference }
      const found = gatherPayments()
      for (let offset = 0; offset < MOST_PAGES * PAGE; offset += PAGE) {
        const { results, total } = await readPage('searchPayments', account, { ...query, offset })
        found.add(results)
        if (results.length === 0 || offset + results.length >= total) break
      }
      return found.listed()
    },

    /**
     * Each page begins at the last change of the one before. A payment that changes between two pages moves to the end of the list,
     * and by an offset the one that takes its place would be skipped. Only within one instant there is nothing but the offset.
     */
    async listChanged(account, from) {
      const query = { sort: 'date_last_updated', criteria: 'asc', range: 'date_last_updated', end_date: 'NOW' }
      const found = gatherPayments()
      let [begin, offset, reached] = [from, 0, from]
      for (let page = 0; page < MOST_CHANGED_PAGES; page += 1) {
        const { results, total } = await readPage('listChanged', account, { ...query, begin_date: begin, offset })
        const last = found.add(results)
        if (results.length === 0 || offset + results.length >= total) return { ...found.listed(), isWhole: true }
        if (last !== null && isBefore(reached, last)) {
          ;[begin, offset, reached] = [addSeconds(last, -OVERLAP_SECONDS), 0, last]
        } else {
          // Half a page, so that what leaves this instant meanwhile moves none out of sight.
          offset += PAGE / 2
        }
      }
      return { ...found.listed(), isWhole: false }
    },

    async listRefunds({ accessToken }, paymentId) {
      if (!isPaymentId(paymentId)) return { items: [], unreadable: [] }
      const path = `/v1/payments/${paymentId}/refunds/`
      const rows = answerIfKnown(await client.call('listRefunds', list, { method: 'GET', path, accessToken })) ?? []
      const items = rows.flatMap((row) => readRefund(row) ?? [])
      const unreadable = rows.filter((row) => readRefund(row) === null).map(readName)
      if (unreadable.length > 0) count('unreadable_records', { of: 'refund' }, unreadable.length)
      return { items, unreadable }
    },
  }
}

/** Gathers the payments of several pages, the last reading of each. */
function gatherPayments() {
  const payments = new Map<string, ProviderPayment>()
  const unreadable = new Map<string, Unreadable>()
  let lastChangeAt: string | null = null
  return {
    /** Adds a page; gives its last change, null where no row says one. */
    add(rows: readonly unknown[]): string | null {
      let last: string | null = null
      for (const row of rows) {
        const { changedAt, ...name } = readName(row)
        const payment = readPayment(row)
        if (payment) {
          payments.delete(payment.id)
          payments.set(payment.id, payment)
          unreadable.delete(payment.id)
        } else {
          count('unreadable_records', { of: 'payment' })
          unreadable.set(name.id ?? `row ${unreadable.size}`, name)
        }
        if (changedAt !== null && (last === null || isBefore(last, changedAt))) last = changedAt
      }
      lastChangeAt = last ?? lastChangeAt
      return last
    },
    listed: (): Listed<ProviderPayment> & { lastChangeAt: string | null } => ({
      items: [...payments.values()],
      unreadable: [...unreadable.values()],
      lastChangeAt,
    }),
  }
}
