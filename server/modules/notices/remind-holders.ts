/** Reminds holders of tomorrow's events: the link opens the ticket, and the phone keeps it for the door (rule R11.8). */
import { toLocalTime } from '#contract/values/dates.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { queueNotice } from '#server/modules/notifications/queue-notice.ts'
import { newId } from '#server/shared/ids.ts'
import { listEventsToRemind, reminderAudience, type EventToRemind } from './queries-reminders.ts'
import { insertReminder } from './store.ts'

const PER_RUN = 50
/** Local times between which people are written to. */
const DAYTIME = { from: '10:00', until: '21:00' } as const

/** Makes one reminder for each event of tomorrow, each in its own transaction; nothing at night. The job `notices.remind`. */
export async function remindHolders(app: App): Promise<void> {
  const time = toLocalTime(app.clock.now())
  if (time < DAYTIME.from || time >= DAYTIME.until) return
  await forEachIsolated(app, {
    items: await listEventsToRemind(app, PER_RUN),
    handle: (event) => inTransaction(app, (app) => remindOf(app, event)),
    logFields: ({ eventId }) => ({ eventId }),
    failed: 'the reminder of an event could not be made',
  })
}

async function remindOf(app: Tx, event: EventToRemind): Promise<void> {
  const { eventId, night } = event
  const id = newId()
  if (!(await insertReminder(app, { id, eventId, night }))) return
  await queueNotice(app, id, reminderAudience(event))
  await audit(app, SYSTEM, 'notice.send', ['event', eventId], { after: { noticeId: id, kind: 'reminder', night } })
}
