/** Somebody waits longer than we promised. */
import { brand } from '#contract/brand.ts'
import { toLocalDate } from '#contract/dates.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { overdueMail } from './messages.ts'
import { listOverdue } from './queries.ts'

/** Once a day, while there is one: an error in the log and a mail to the team. */
export async function alarmOverdue(app: App): Promise<void> {
  const overdue = await listOverdue(app)
  if (overdue.length === 0) return
  app.log.error({ count: overdue.length, since: overdue[0]?.dueOn }, 'account deletions are overdue')
  const about = { day: toLocalDate(app.clock.now()), overdue, publicUrl: app.config.publicUrl }
  await sendMessage(app, { channel: 'mail', ...overdueMail(brand.supportMail, about) })
}
