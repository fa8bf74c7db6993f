import { inTransaction } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { foldTotals } from './store.ts'

export const handlers: JobHandlers = {
  'metrics.fold-totals': (app) => inTransaction(app, foldTotals),
}
