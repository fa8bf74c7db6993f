import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { ticketCancelled } from './notify-cancelled.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { routes } from './routes.ts'
import { forgetRecipient } from './store.ts'

export const boxOffice: Module = {
  name: 'box-office',
  tables: ['issuances'],
  routes,
  rules,
  handlers: { 'box-office.notify': sendNotifications([ticketCancelled]) } satisfies HandlersOf<'box-office'>,
  person: { erase: { issuances: forgetRecipient } },
  invariants,
}
