/** An event's figures against the settlement's of the same event, and against its rows. */
import { sql } from 'kysely'
import { getSettlement, settlementFigures, type SettlementFigures } from '#contract/companies/settlement.ts'
import { getEventMetrics, getEventSales } from '#contract/events/metrics.ts'
import { inTransaction } from '#server/context.ts'
import { runChecks } from '#server/db/check-invariants.ts'
import { wholeInvariants } from '#server/db/invariants.ts'
import { metrics } from '#server/modules/metrics/module.ts'
import { foldTotals } from '#server/modules/metrics/store.ts'
import type { GivenUser } from './given.ts'
import type { SellingApp } from './selling-app.ts'

/** Counts what came since the mark, and sets the next one. */
export const fold = (shop: SellingApp) => inTransaction(shop.app, foldTotals)

interface Subject {
  readonly owner: GivenUser
  readonly eventId: string
  readonly companyId: string
}

/** What of an event does not agree as of now; empty when all is well. */
export async function compareFigures(shop: SellingApp, { owner, eventId, companyId }: Subject): Promise<string[]> {
  const as = owner
  const params = { id: eventId }
  const settlement = { params: { companyId }, query: { eventId } }
  const { totals: settled } = await shop.call(getSettlement, settlement, { as })
  const { totals } = await shop.call(getEventMetrics, { params }, { as })
  const { days, months } = await shop.call(getEventSales, { params }, { as })
  const broken = await runChecks(shop.app.db, wholeInvariants([metrics]))
  const wrong = (Object.keys(settlementFigures.shape) as (keyof SettlementFigures)[]).flatMap((name) => {
    const sums = [days, months].map((rows) => rows.reduce((sum, row) => sum + row[name], 0))
    const found = [totals[name], ...sums]
    return found.every((figure) => figure === settled[name])
      ? []
      : `${name}: ${found.join(', ')}, settled ${settled[name]}`
  })
  return [...wrong, ...broken.map(({ name }) => name)]
}

/** The same as of now, after two more counts, and while all is counted again. */
export async function compareCountedFigures(shop: SellingApp, subject: Subject): Promise<string[]> {
  const first = await compareFigures(shop, subject)
  await fold(shop)
  await fold(shop)
  const counted = await compareFigures(shop, subject)
  await sql`select metrics_forget_totals()`.execute(shop.app.db)
  const forgotten = await compareFigures(shop, subject)
  await fold(shop)
  await fold(shop)
  return [...first, ...counted, ...forgotten, ...(await compareFigures(shop, subject))]
}
