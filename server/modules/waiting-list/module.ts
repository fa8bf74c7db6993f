import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { leaveAllLines } from './leave-waiting-list.ts'
import { listsClosed, placesOffered } from './notify-waiting.ts'
import { offerPlaces } from './offer-places.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'

export const waitingList: Module = {
  name: 'waiting-list',
  tables: ['waiting_list_entries'],
  routes,
  rules,
  handlers: {
    'waiting-list.offer': (app) => offerPlaces(app),
    'waiting-list.notify': sendNotifications([placesOffered, listsClosed]),
  } satisfies HandlersOf<'waiting-list'>,
  person: { erase: { waiting: (app, { userId }) => leaveAllLines(app, userId) }, sections },
  invariants,
}
