import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { checkAccounts } from './check-accounts.ts'
import { routes } from './routes.ts'

export const settlement: Module = {
  name: 'settlement',
  tables: ['settlement_checks', 'settlement_differences'],
  routes,
  handlers: {
    'settlement.check-accounts': (app, _payload, stopping) => checkAccounts(app, stopping),
  } satisfies HandlersOf<'settlement'>,
}
