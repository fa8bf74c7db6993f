import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { finishPastEvents } from './managing/finish-past-events.ts'
import { changedByCommercial } from './managing/notify-commercial-change.ts'
import { listEventPages, pages } from './page.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { leaveEvents } from './staff/leave-events.ts'
import { companyCommercialChanged } from './staff/notify-commercial.ts'
import { inviteeConfirmed, notifyInviters } from './staff/notify-inviters.ts'
import { findCommercialNumber } from './staff/queries-commercial.ts'
import { staffChanged } from './staff/notify-staff.ts'

export const events: Module = {
  name: 'events',
  tables: ['categories', 'events', 'event_changes', 'event_slugs', 'pinned_events', 'ticket_types', 'event_staff'],
  pictures: ['events.flyer_id'],
  routes,
  rules,
  topics: ['event', 'company'],
  pages,
  listPages: listEventPages,
  handlers: {
    'events.finish-past': (app) => finishPastEvents(app),
    'events.look-for-inviters': (app, payload) => notifyInviters(app, payload),
    'events.notify': sendNotifications([staffChanged, inviteeConfirmed, companyCommercialChanged, changedByCommercial]),
  } satisfies HandlersOf<'events'>,
  person: {
    merge: { assignments: 'events_move_staff' },
    erase: { staff: (app, { userId }) => leaveEvents(app, userId) },
    sections,
  },
  invariants,
  hooks: { findCommercialNumber },
}
