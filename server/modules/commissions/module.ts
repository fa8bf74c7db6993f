import { inTransaction } from '#server/context.ts'
import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { rules } from './access.ts'
import { accrueCommissions } from './accrue-commissions.ts'
import { invariants } from './invariants.ts'
import { settlementProposed } from './notify-proposed.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'

export const commissions: Module = {
  name: 'commissions',
  tables: ['commission_mark', 'own_sales', 'promoter_settlements'],
  routes,
  rules,
  handlers: {
    'commissions.accrue': (app) => inTransaction(app, accrueCommissions),
    'commissions.notify': sendNotifications([settlementProposed]),
  } satisfies HandlersOf<'commissions'>,
  person: { sections },
  invariants,
}
