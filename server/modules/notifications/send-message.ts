/** One message to one person, by mail or WhatsApp, through whichever adapter the server has. */
import type { EmailMessage, EmailOutcome } from '#server/adapters/email/port.ts'
import type { WhatsappMessage, WhatsappOutcome } from '#server/adapters/whatsapp/port.ts'
import type { App } from '#server/context.ts'

export type Channel = 'mail' | 'whatsapp'

export type OutgoingMessage =
  | ({ readonly channel: 'mail' } & EmailMessage)
  | ({ readonly channel: 'whatsapp' } & WhatsappMessage)

/** `refused` is for good. */
type SendOutcome = EmailOutcome | WhatsappOutcome

/**
 * Hands a message to the vendor; never call it inside a transaction. Throws what the adapter throws when the call itself
 * failed and may be tried again with the same `idempotencyKey`.
 */
export function sendMessage(app: App, message: OutgoingMessage): Promise<SendOutcome> {
  return message.channel === 'mail' ? app.email.send(message) : app.whatsapp.sendTemplate(message)
}

/** The channels that messages can leave by now; mail when none is on, so that what waits is seen to fail. */
export function openChannels(app: App): readonly [Channel, ...Channel[]] {
  if (!app.whatsapp.isOn) return ['mail']
  return app.email.isOn ? ['mail', 'whatsapp'] : ['whatsapp']
}
