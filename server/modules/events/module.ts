import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { finishPastEvents } from './managing/finish-past-events.ts'
import { listEventPages, pages } from './page.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { leaveEvents } from './staff/leave-events.ts'
import { lookForInviters, notifyInviteeConfirmed } from './staff/notify-invitee-confirmed.ts'
import { notifyStaff } from './staff/notify-staff.ts'

export const events: Module = {
  name: 'events',
  tables: ['categories', 'events', 'event_changes', 'pinned_events', 'ticket_types', 'event_staff'],
  pictures: ['events.flyer_id'],
  routes,
  rules,
  topics: ['event', 'company'],
  pages,
  listPages: listEventPages,
  handlers: {
    'events.finish-past': (app) => finishPastEvents(app),
    'events.tell-staff': (app, payload) => notifyStaff(app, payload),
    'events.look-for-inviters': (app, payload) => lookForInviters(app, payload),
    'events.tell-staff-taken': (app, payload) => notifyInviteeConfirmed(app, payload),
  } satisfies HandlersOf<'events'>,
  person: {
    merge: { assignments: 'events_move_staff' },
    erase: { staff: (app, { userId }) => leaveEvents(app, userId) },
    sections,
  },
  invariants,
}
