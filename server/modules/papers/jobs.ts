import type { JobHandlers } from '#server/jobs/queue.ts'
import { sweepPapers } from './sweep-papers.ts'

export const handlers: JobHandlers = {
  'papers.sweep': (app) => sweepPapers(app),
}
