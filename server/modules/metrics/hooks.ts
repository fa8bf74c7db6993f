/** What the metrics of an event ask of a later module. */
import type { CostsByType } from '#contract/events/commercials-costs.ts'
import type { Db } from '#server/context.ts'

declare module '#server/module.ts' {
  interface Hooks {
    /** What an event costs, by type; the ledger has the sum. */
    sumCostsByType(db: Db, eventId: string): Promise<CostsByType>
  }
}
