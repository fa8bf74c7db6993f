import { inTransaction } from '#server/context.ts'
import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { accrueCommissions } from './accrue-commissions.ts'
import { invariants } from './invariants.ts'

export const commissions: Module = {
  name: 'commissions',
  tables: ['commission_mark'],
  handlers: {
    'commissions.accrue': (app) => inTransaction(app, accrueCommissions),
  } satisfies HandlersOf<'commissions'>,
  invariants,
}
