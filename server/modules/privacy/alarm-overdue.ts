/** Alarms the team while people wait for their deletion longer than promised. */
import { brand } from '#contract/platform/brand.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import type { App } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { overdueMail } from './messages.ts'
import { listOverdue } from './queries.ts'

export const deletionsOverdue = defineNotification('privacy.deletions-overdue', {
  async find(app: App) {
    const overdue = await listOverdue(app)
    const first = overdue[0]?.dueOn
    return first === undefined ? undefined : { name: 'equipo', mail: brand.supportMail, overdue: overdue.length, first }
  },
  mail: overdueMail,
})

/** Logs an error and mails the team, once a day while a deletion is overdue. */
export async function alarmOverdue(app: App): Promise<void> {
  const overdue = await listOverdue(app)
  if (overdue.length === 0) return
  app.log.error({ count: overdue.length, since: overdue[0]?.dueOn }, 'account deletions are overdue')
  await notify(app, deletionsOverdue, {}, toLocalDate(app.clock.now()))
}
