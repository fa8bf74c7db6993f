/** A company whose balance does not cover what it has to give back sells no paid tickets until it does. */
import type { Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { setPaidSalesStopped } from '../store.ts'
import { notifyAccount } from './notify-account.ts'

/** Takes its paid types off sale, or lets them be sold again, and notifies its owners; legal only of a stop. Does nothing if the state is already so. */
export async function stopPaidSales(app: Tx, companyId: string, isStopped: boolean): Promise<void> {
  if (!(await setPaidSalesStopped(app, companyId, isStopped))) return
  await audit(app, SYSTEM, 'company.paid-sales', ['company', companyId], { after: { isStopped } })
  await notifyAccount(app, companyId, { what: isStopped ? 'unfunded' : 'funded' })
}
