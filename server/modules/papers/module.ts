import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { forgetPdfs, sweepPdfs } from './sweep-pdfs.ts'

export const papers: Module = {
  name: 'papers',
  tables: ['kept_papers'],
  handlers: {
    'papers.sweep': (app) => sweepPdfs(app),
  } satisfies HandlersOf<'papers'>,
  person: { erase: { papers: (app, { userId }) => forgetPdfs(app, userId) } },
}
