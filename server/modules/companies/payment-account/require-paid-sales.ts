/** May paid types of this company be on sale. */
import type { Core } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { findPaidSales } from './queries.ts'

/** Throws `paid_sales_stopped` while refunds wait for balance (rule R14.7), `payment_account_missing` where no account collects. */
export async function requirePaidSales(app: Core, companyId: string): Promise<void> {
  const { canSellPaid, areSalesStopped } = await findPaidSales(app, companyId)
  if (!canSellPaid) throw new Failure(areSalesStopped ? 'paid_sales_stopped' : 'payment_account_missing')
}
