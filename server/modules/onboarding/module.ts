import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { requestDecided } from './notify-decision.ts'
import { sections } from './queries-export.ts'
import { findRequestState } from './queries.ts'
import { routes } from './routes.ts'
import { DNI_LABEL, PHOTO_LABEL } from './sealed.ts'
import { eraseDecidedPhotos, eraseRequests } from './store.ts'

export const onboarding: Module = {
  name: 'onboarding',
  tables: ['organizer_requests', 'organizer_request_photos'],
  routes,
  handlers: {
    'onboarding.erase-photos': (app) => eraseDecidedPhotos(app),
    'onboarding.notify': sendNotifications([requestDecided]),
  } satisfies HandlersOf<'onboarding'>,
  sealed: [
    { table: 'organizer_requests', column: 'dni_sealed', label: DNI_LABEL },
    { table: 'organizer_request_photos', column: 'photo_sealed', label: PHOTO_LABEL },
  ],
  hooks: { findRequestState },
  person: { erase: { request: (app, { userId }) => eraseRequests(app, userId) }, sections },
}
