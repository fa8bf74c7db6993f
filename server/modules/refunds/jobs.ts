import type { JobHandlers } from '#server/jobs/queue.ts'
import { processRefund, sweepRefunds } from './process-refund.ts'

export const handlers: JobHandlers = {
  'refunds.process': (app, { refundId }) => processRefund(app, refundId),
  'refunds.sweep': (app) => sweepRefunds(app),
}
