import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { accountReminder, orderReminder } from './notifications.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { queueReminders } from './send-reminders.ts'

export const reminders: Module = {
  name: 'reminders',
  tables: ['reminder_sends', 'reminders'],
  routes,
  person: { sections },
  handlers: {
    'reminders.queue': queueReminders,
    'reminders.notify': sendNotifications([orderReminder, accountReminder]),
  } satisfies HandlersOf<'reminders'>,
}
