import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'
import { retryRefundsOfAccount } from './refunds/store.ts'
import { routes } from './routes.ts'

export const payments: Module = {
  name: 'payments',
  tables: ['provider_checkouts', 'payments', 'provider_notifications', 'collector_searches', 'refunds'],
  routes,
  invariants,
  hooks: { onAccountConnected: retryRefundsOfAccount },
}
