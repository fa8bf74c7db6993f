import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sweepPapers } from './sweep-papers.ts'

const handlers: HandlersOf<'papers'> = {
  'papers.sweep': (app) => sweepPapers(app),
}

export const papers: Module = {
  name: 'papers',
  tables: ['kept_papers'],
  handlers,
}
