import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'
import { processRefunds } from './process-refunds.ts'
import { askAgainOf } from './store.ts'

export const refunds: Module = {
  name: 'refunds',
  tables: ['refunds'],
  handlers: {
    'refunds.sweep': (app, _payload, stopping) => processRefunds(app, stopping),
    // Of the version before, which added one for each: they are processed like all others.
    'refunds.process': (app) => processRefunds(app),
  } satisfies HandlersOf<'refunds'>,
  collects: { onConnected: askAgainOf },
  invariants,
}
