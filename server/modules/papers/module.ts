import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { forgetPapers } from './forget-papers.ts'
import { sweepPapers } from './sweep-papers.ts'

const handlers: HandlersOf<'papers'> = {
  'papers.sweep': (app) => sweepPapers(app),
}

export const papers: Module = {
  name: 'papers',
  tables: ['kept_papers'],
  handlers,
  person: { erase: { papers: (app, { userId }) => forgetPapers(app, userId) } },
}
