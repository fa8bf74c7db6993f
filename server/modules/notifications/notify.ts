/**
 * The one way to notify people: a job for each reader and channel, enqueued in the transaction of the change. The job carries
 * ids and is written when it runs, so facts and addresses are those of that moment and no secret waits in a queue.
 */
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { App, Core } from '#server/context.ts'
import type { EnqueuedJobName } from '#server/jobs/catalogue.ts'
import { newId } from '#server/shared/ids.ts'
import { writeLetter, type Letter } from '#server/shared/mail-page.ts'
import type { QueuedNotification } from './notify-job.ts'
import { openChannels, sendOrWarn, type Channel, type OutgoingMessage } from './send-message.ts'

/** A person without the contact of a channel is skipped there. */
export interface Reader {
  /** The whole name; null of a stranger. */
  readonly name: string | null
  readonly mail?: string | null
  /** E.164. */
  readonly phone?: string | null
}

/** A message by a template that the vendor approved. */
export type Template = Omit<WhatsappMessage, 'to' | 'idempotencyKey' | 'document'>

interface Parts<About extends object, Facts extends Reader> {
  /** Reads the reader and the facts; undefined when there is nothing to notify of any more. */
  readonly find: (app: App, about: About) => Promise<Facts | undefined>
  /** The texts, in the room's `messages.ts`. With both, one message leaves by each open channel. */
  readonly mail?: (facts: NoInfer<Facts>, about: NoInfer<About>) => Letter
  readonly whatsapp?: (facts: NoInfer<Facts>, about: NoInfer<About>) => Template
  /** Follows each message that left, was refused or had no reader. It may run again. */
  readonly afterwards?: (app: App, about: About) => Promise<void>
}

/** A kind of notification. `About` is its job's payload: ids, never codes or links. */
export interface Notification<About extends object> {
  readonly name: NotificationName
  readonly channels: readonly Channel[]
  readonly write: (app: App, about: About, envelope: QueuedNotification) => Promise<OutgoingMessage | null>
  readonly afterwards?: (app: App, about: About) => Promise<void>
}

/** The job of a module that sends all its notifications, so that a burst of one module delays no other's. */
type NotifyJob = Extract<EnqueuedJobName, `${string}.notify`>
type NotificationName = NotifyJob extends `${infer Module}.notify` ? `${Module}.${string}` : never

/** Declares a notification, which the module lists in its `module.ts`. The name begins with the module's. */
export function defineNotification<About extends object, Facts extends Reader>(
  name: NotificationName,
  { find, mail, whatsapp, afterwards }: Parts<About, Facts>,
): Notification<About> {
  return {
    name,
    channels: [...(mail ? ['mail' as const] : []), ...(whatsapp ? ['whatsapp' as const] : [])],
    async write(app, about, { channel, key: idempotencyKey }) {
      const facts = await find(app, about)
      const to = channel === 'mail' ? facts?.mail : facts?.phone
      if (!facts || !to) return null
      if (channel === 'whatsapp') {
        return whatsapp ? { channel, to, ...whatsapp(facts, about), idempotencyKey } : null
      }
      const { publicUrl } = app.config
      return mail
        ? { channel, ...writeLetter(to, { name: facts.name, publicUrl, idempotencyKey }, mail(facts, about)) }
        : null
    },
    ...(afterwards && { afterwards }),
  }
}

/**
 * Notifies one reader by each channel of the notification, once the caller's transaction commits. Where the change may be
 * reported twice, `key` names what happened and to whom: within a day nothing is sent again under the same key. `delaySeconds`
 * leaves time for what one message reports together.
 */
export async function notify<About extends object>(
  app: Core,
  { name, channels }: Notification<About>,
  about: About,
  key = newId(),
  delaySeconds?: number,
): Promise<void> {
  const [module = ''] = name.split('.')
  for (const channel of channels.length > 1 ? openChannels(app) : channels) {
    const queued = { name, about, channel, key: `${name}-${key}-${channel}` }
    // The types of names hold that the module has this job.
    await app.queue.enqueue(app, `${module}.notify` as NotifyJob, queued, {
      onceKey: queued.key,
      ...(delaySeconds !== undefined && { delaySeconds }),
    })
  }
}

/** Sends what is queued: the handler of a module's `<module>.notify`. Throws when the vendor is away, to be tried again. */
export function sendNotifications(notifications: readonly Notification<never>[]) {
  const byName = new Map(notifications.map((notification) => [notification.name as string, notification]))
  return async (app: App, queued: QueuedNotification): Promise<void> => {
    const { name, channel, key } = queued
    const notification = byName.get(name)
    if (!notification) throw new Error(`The module of the notification ${name} does not list it`)
    const about = queued.about as never // of this notification: `notify` paired them
    const message = await notification.write(app, about, queued)
    if (message) await sendOrWarn(app, message, { notification: key, channel })
    await notification.afterwards?.(app, about)
  }
}
