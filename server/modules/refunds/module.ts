import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'
import { processRefund, sweepRefunds } from './process-refund.ts'

const handlers: HandlersOf<'refunds'> = {
  'refunds.process': (app, { refundId }) => processRefund(app, refundId),
  'refunds.sweep': (app) => sweepRefunds(app),
}

export const refunds: Module = {
  name: 'refunds',
  tables: ['refunds'],
  handlers,
  invariants,
}
