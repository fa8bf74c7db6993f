import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { leaveAllLines } from './leave-waiting-list.ts'
import { notifyClosed } from './notify-closed.ts'
import { notifyOffer } from './notify-offer.ts'
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
    'waiting-list.tell-offer': (app, payload) => notifyOffer(app, payload),
    'waiting-list.tell-closed': (app, payload) => notifyClosed(app, payload),
  } satisfies HandlersOf<'waiting-list'>,
  person: { erase: { waiting: (app, { userId }) => leaveAllLines(app, userId) }, sections },
  invariants,
}
