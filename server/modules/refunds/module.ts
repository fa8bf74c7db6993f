import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { massRefundEnded, runMassRefunds } from './mass/run-mass-refunds.ts'
import { invariants } from './invariants.ts'
import { refundCompleted } from './notify-completed-refunds.ts'
import { refundFailed } from './notify-failed-refund.ts'
import { processRefunds } from './process-refunds.ts'
import { returnDrinks } from './return-drinks.ts'
import { routes } from './routes.ts'
import { watchBalances } from './watch-balances.ts'

export const refunds: Module = {
  name: 'refunds',
  tables: ['mass_refunds', 'mass_refund_previews'],
  routes,
  handlers: {
    'refunds.sweep': (app, _payload, stopping) => processRefunds(app, stopping),
    'refunds.mass': (app, _payload, stopping) => runMassRefunds(app, stopping),
    'refunds.watch-balances': (app) => watchBalances(app),
    'refunds.return-drinks': returnDrinks,
    'refunds.notify': sendNotifications([refundCompleted, refundFailed, massRefundEnded]),
  } satisfies HandlersOf<'refunds'>,
  invariants,
}
