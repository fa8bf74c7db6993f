import { inTransaction } from '#server/context.ts'
import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'
import { routes } from './routes.ts'
import { foldTotals } from './store.ts'

export const metrics: Module = {
  name: 'metrics',
  tables: ['event_totals', 'event_figures', 'circle_people', 'totals_mark'],
  routes,
  handlers: {
    'metrics.fold-totals': (app) => inTransaction(app, foldTotals),
  } satisfies HandlersOf<'metrics'>,
  person: { merge: { circles: 'metrics_move_people', figures: 'metrics_move_figures' } },
  invariants,
}
