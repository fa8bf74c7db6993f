import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { forgetPdfs } from './forget-pdfs.ts'
import { sweepPdfs } from './sweep-pdfs.ts'

const handlers: HandlersOf<'papers'> = {
  'papers.sweep': (app) => sweepPdfs(app),
}

export const papers: Module = {
  name: 'papers',
  tables: ['kept_papers'],
  handlers,
  person: { erase: { papers: (app, { userId }) => forgetPdfs(app, userId) } },
}
