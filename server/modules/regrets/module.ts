import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { inviteBuyer } from './invite-buyer.ts'
import { notifyHolders } from './notify-holders.ts'
import { notifyRegret } from './notify-regret.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { eraseTyped } from './store.ts'
import { lookUpRegret } from './submit-regret.ts'
import { watchRegrets } from './watch-regrets.ts'

export const regrets: Module = {
  name: 'regrets',
  tables: ['regrets', 'regret_orders'],
  routes,
  handlers: {
    'regrets.look-up': (app, { regretId }) => lookUpRegret(app, regretId),
    'regrets.invite': (app, { regretId, buyerId }) => inviteBuyer(app, regretId, buyerId),
    'regrets.tell': (app, { regretId }) => notifyRegret(app, regretId),
    'regrets.tell-holders': (app, { regretId, orderId }) => notifyHolders(app, regretId, orderId),
    'regrets.watch': (app) => watchRegrets(app),
  } satisfies HandlersOf<'regrets'>,
  person: {
    erase: { regrets: (app, { userId, person }) => eraseTyped(app, userId, person.provedMails) },
    sections,
  },
}
