/** One message to one person, by mail or WhatsApp, through whichever adapter the server has. */
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { App } from '#server/context.ts'

export type Channel = 'mail' | 'whatsapp'

export type OutgoingMessage =
  | ({ readonly channel: 'mail' } & EmailMessage)
  | ({
      readonly channel: 'whatsapp'
      /** What leaves by mail while WhatsApp has no keys (behaviour.md §7). */
      readonly byMailInstead?: EmailMessage
    } & WhatsappMessage)

/** `channel` is the one it left by; `refused` is for good. */
export type SendOutcome =
  | { readonly channel: Channel; readonly messageId: string }
  | { readonly channel: Channel; readonly refused: string }

/**
 * Hands a message to the vendor; never call it inside a transaction. Throws what the adapter throws when the call itself
 * failed and may be tried again with the same `idempotencyKey`.
 */
export async function sendMessage(app: App, message: OutgoingMessage): Promise<SendOutcome> {
  if (message.channel === 'mail') return { channel: 'mail', ...(await app.email.send(message)) }
  if (!app.whatsapp.isOn && message.byMailInstead) {
    return { channel: 'mail', ...(await app.email.send(message.byMailInstead)) }
  }
  return { channel: 'whatsapp', ...(await app.whatsapp.sendTemplate(message)) }
}

/** The channels that messages can leave by now; mail when none is on, so that what waits is seen to fail. */
export function openChannels(app: App): readonly [Channel, ...Channel[]] {
  if (!app.whatsapp.isOn) return ['mail']
  return app.email.isOn ? ['mail', 'whatsapp'] : ['whatsapp']
}
