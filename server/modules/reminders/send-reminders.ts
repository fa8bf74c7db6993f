/** Sends an event's reminders: once a day of an event, and one a day to a person (rules R22). */
import type { sendPendingReminders as endpoint } from '#contract/events/reminders.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { accountReminder, orderReminder } from './notifications.ts'
import { findLastSend, groupsOf, remindersOf } from './queries.ts'
import { insertReminders, insertSend, takeUnqueued } from './store.ts'

const PER_TRANSACTION = 200

/**
 * Throws `reminders_sent_lately` within 24 hours of the event's last send, and `no_reminders` when there is no recipient; both roll
 * back. Messages are written when they are sent: people who have paid by then are skipped.
 */
export async function sendReminders(
  app: App,
  { actor, proof: id }: Pick<Call<typeof endpoint>, 'actor' | 'proof'>,
): Promise<Answer<typeof endpoint>> {
  return actOnEvent(
    app,
    actor,
    id,
    { audit: 'event.send_reminders', object: ['event', id] },
    async (app, { record }) => {
      if ((await findLastSend(app, id)).nextAt !== null) throw new Failure('reminders_sent_lately')
      const sendId = newId()
      await insertSend(app, { id: sendId, eventId: id, sentBy: actor.userId })
      await insertReminders(app, sendId, id)
      const result = await groupsOf(app, remindersOf(sendId))
      if (result.people === 0) throw new Failure('no_reminders')
      record({ after: Object.fromEntries(result.groups.map(({ kind, people }) => [kind, people])) })
      await app.queue.enqueue(app, 'reminders.queue', { sendId })
      return result
    },
  )
}

/** Enqueues the messages in batches of `PER_TRANSACTION`. The job `reminders.queue`. */
export async function queueReminders(app: App, { sendId }: { sendId: string }): Promise<void> {
  let taken: number
  do {
    taken = await inTransaction(app, async (app) => {
      const reminders = await takeUnqueued(app, sendId, PER_TRANSACTION)
      for (const { id, kind } of reminders) {
        await notify(app, kind === 'activation' ? accountReminder : orderReminder, { reminderId: id }, id)
      }
      return reminders.length
    })
  } while (taken === PER_TRANSACTION)
}
