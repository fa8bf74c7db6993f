import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { buyerInvited } from './invite-buyer.ts'
import { regretAnswered } from './notify-answer.ts'
import { purchaseRegretted } from './notify-holders.ts'
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
    'regrets.notify': sendNotifications([buyerInvited, regretAnswered, purchaseRegretted]),
    'regrets.watch': (app) => watchRegrets(app),
  } satisfies HandlersOf<'regrets'>,
  person: {
    erase: { regrets: (app, { userId, person }) => eraseTyped(app, userId, person.provedMails) },
    sections,
  },
}
