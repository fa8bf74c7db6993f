/** An ended order takes its places once more, because its payment came after all. */
import { sql } from 'kysely'
import type { Tx } from '#server/context.ts'
import { issuePlaces, lockPlaces } from '#server/modules/stock/store.ts'
import type { LockedOrder } from '../store.ts'
import { refusalOfLatePayment } from './decide-payment.ts'
import { findLatePaymentFacts } from './queries.ts'

/**
 * Takes the places of an ended order from stock, as sold, and the use of its discount code. False, with nothing done, when the
 * order may not be sold any more or too few places are left. The caller has locked the order.
 */
export async function reclaimPlaces(
  app: Tx,
  { id, eventId, buyerId }: Pick<LockedOrder, 'id' | 'eventId' | 'buyerId'>,
  lines: readonly { readonly typeId: string; readonly quantity: number }[],
): Promise<boolean> {
  // Counters of buyers and uses of codes change under these locks alone, so the facts are read after both.
  await lockPlaces(
    app,
    lines.map((line) => ({ eventId, buyerId, ...line })),
  )
  await sql`select discounts_lock(array[o.discount_code_id]) from orders o
             where o.id = ${id}::uuid and o.discount_code_id is not null`.execute(app.db)
  const facts = await findLatePaymentFacts(app, id)
  const refusal = refusalOfLatePayment(facts)
  if (refusal !== null || !(await issuePlaces(app, { eventId, buyerId, lines, as: 'sold' }))) {
    app.log.info({ orderId: id, reason: refusal ?? 'sold_out' }, 'late payment refunded')
    return false
  }
  if (facts.discount) await sql`select discounts_move(array[${facts.discount.id}::uuid], array[1])`.execute(app.db)
  return true
}
