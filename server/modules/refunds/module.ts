import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { notifyMassRefund } from './mass/notify-mass-refund.ts'
import { runMassRefunds } from './mass/run-mass-refunds.ts'
import { invariants } from './invariants.ts'
import { notifyFailedRefund } from './notify-failed-refund.ts'
import { notifyRefund } from './notify-refund.ts'
import { processRefunds } from './process-refunds.ts'
import { routes } from './routes.ts'
import { watchBalances } from './watch-balances.ts'

export const refunds: Module = {
  name: 'refunds',
  tables: ['mass_refunds'],
  routes,
  handlers: {
    'refunds.sweep': (app, _payload, stopping) => processRefunds(app, stopping),
    'refunds.mass': (app, _payload, stopping) => runMassRefunds(app, stopping),
    'refunds.watch-balances': (app) => watchBalances(app),
    'refunds.tell': (app, { refundId }) => notifyRefund(app, refundId),
    'refunds.tell-failed': (app, { refundId }) => notifyFailedRefund(app, refundId),
    'refunds.tell-mass': (app, { massRefundId }) => notifyMassRefund(app, massRefundId),
  } satisfies HandlersOf<'refunds'>,
  invariants,
}
