/** Promoters' commissions follow sales, refunds and admissions: a sale, a refund and a scan write nothing here. */
import type { Tx } from '#server/context.ts'
import { commissionEntries, commissionReturnEntries } from '#server/modules/ledger/entry.ts'
import { recordFacts } from '#server/modules/ledger/store.ts'
import { listDifferences, listTouched, type Touched } from './queries.ts'
import { advanceMark, allowLongStatement, lockMark, lockPromos, markOwnSales } from './store.ts'

/**
 * Brings the commissions of the tickets that were sold, refunded or scanned since the last run to what their terms say. It enters
 * differences, so running it again changes nothing and whatever went wrong is made good.
 */
export async function accrueCommissions(app: Tx): Promise<void> {
  await allowLongStatement(app)
  const mark = await lockMark(app)
  if (mark.isPutOff) return
  if (mark.isSettled) await accrue(app, await listTouched(app, mark))
  await advanceMark(app, mark)
}

/** The same of some orders and sales in person, in the caller's transaction. Returns how many tickets had another commission. */
export async function accrue(app: Tx, touched: Touched): Promise<number> {
  if (touched.orderIds.length === 0 && touched.issuanceIds.length === 0) return 0
  await lockPromos(app, touched)
  await markOwnSales(app, touched)
  const differences = await listDifferences(app, touched)
  await recordFacts(
    app,
    differences.map(({ differenceCents, orderId, ...subject }) => ({
      subject: { ...subject, ...(orderId && { orderId }) },
      entries: differenceCents > 0 ? commissionEntries(differenceCents) : commissionReturnEntries(-differenceCents),
    })),
  )
  return differences.length
}
