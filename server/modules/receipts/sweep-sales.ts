/** Finds payments and refunds since the last sweep: each is mailed and invoiced once. */
import { inTransaction, type App } from '#server/context.ts'
import { recordPlatform } from './record-platform.ts'
import { enqueueReceipts } from './store.ts'

/** In its own transaction and not in the payment's, so that no sale waits for a receipt. */
export async function sweepSales(app: App): Promise<void> {
  await recordPlatform(app)
  await inTransaction(app, enqueueReceipts)
}
