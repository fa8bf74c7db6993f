/** Sellers whose balance does not cover what they have to give back. */
import { sql } from 'kysely'
import { inTransaction, type App } from '#server/context.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { stopPaidSales } from '#server/modules/companies/payment-account/stop-paid-sales.ts'
import { FUNDING_HOURS } from './lists/queries-summary.ts'

/**
 * Three days after the provider first found no money for a refund, the paid types of its company are off sale; they are on sale
 * again once no refund of it is that old (rule R14.7). The job `refunds.watch-balances`.
 */
export async function watchBalances(app: App): Promise<void> {
  const { rows } = await sql<{ companyId: string; isOverdue: boolean }>`
    with overdue as (
      select distinct o.company_id from refunds r join orders o on o.id = r.order_id
       where r.unfunded_since < app_now() - make_interval(hours => ${FUNDING_HOURS}) and payments_refund_is_open(r.state))
    select c.id as "companyId", d.company_id is not null as "isOverdue"
      from companies c left join overdue d on d.company_id = c.id
     where (d.company_id is not null) <> (c.paid_sales_stopped_at is not null)`.execute(app.db)
  await forEachIsolated(app, {
    items: rows,
    handle: ({ companyId, isOverdue }) => inTransaction(app, (app) => stopPaidSales(app, companyId, isOverdue)),
    logFields: ({ companyId }) => ({ companyId }),
    failed: 'paid sales of a company could not be stopped or put back',
  })
}
