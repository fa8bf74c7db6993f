/** One message to one person, by mail or WhatsApp, through whichever adapter the server has. */
import type { EmailMessage, EmailOutcome } from '#server/adapters/email/port.ts'
import type { WhatsappMessage, WhatsappOutcome } from '#server/adapters/whatsapp/port.ts'
import { asLine } from '#contract/values/text.ts'
import type { App, Core } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'

export type Channel = 'mail' | 'whatsapp'

export type OutgoingMessage =
  | ({ readonly channel: 'mail' } & EmailMessage)
  | ({ readonly channel: 'whatsapp' } & WhatsappMessage)

/** `refused` is for good. */
type SendOutcome = EmailOutcome | WhatsappOutcome

/** Adapter refusals caused by the message itself, whatever its address: our defect, or a text that evaded the rule. */
const UNSENDABLE = /^(unsafe_header$|smtp_content_)/

/**
 * Hands a message to the vendor; never call it inside a transaction. One that cannot leave for its own content raises an
 * alarm, by log and metric. Throws what the adapter throws when the call itself failed and may be tried again with the same
 * `idempotencyKey`.
 */
export async function sendMessage(app: App, message: OutgoingMessage): Promise<SendOutcome> {
  const { channel } = message
  const began = performance.now()
  const outcome =
    message.channel === 'mail'
      ? await app.vendors.email.send(withPlainHeaders(message))
      : await app.vendors.whatsapp.sendTemplate(message)
  count('message_milliseconds', { channel }, performance.now() - began)
  const reason = 'refused' in outcome ? outcome.refused : null
  const result = reason === null ? 'sent' : UNSENDABLE.test(reason) ? 'unsendable' : 'refused'
  count('messages', { channel, result })
  if (result === 'unsendable') {
    app.log.error({ channel, reason, message: message.idempotencyKey }, 'a message cannot be sent for its own content')
  }
  return outcome
}

/** Sends what cannot be sent otherwise: a refusal is for good and only logged, with `facts` that hold no personal data. */
export async function sendOrWarn(app: App, message: OutgoingMessage, facts: object): Promise<void> {
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) app.log.warn({ ...facts, reason: outcome.refused }, 'message refused; not sent again')
}

/** Makes a header one line, whatever the names in it contain. */
function withPlainHeaders<Message extends EmailMessage>(message: Message): Message {
  const { attachments } = message
  return {
    ...message,
    subject: asLine(message.subject),
    ...(attachments && { attachments: attachments.map((file) => ({ ...file, filename: asLine(file.filename) })) }),
  }
}

/** The channels that messages can leave by now; mail when none is on, so that what waits is seen to fail. */
export function openChannels(app: Core): readonly [Channel, ...Channel[]] {
  if (!app.vendors.whatsapp.isOn) return ['mail']
  return app.vendors.email.isOn ? ['mail', 'whatsapp'] : ['whatsapp']
}
